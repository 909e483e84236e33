import { Button, NumberInput, PasswordInput, Select, TextInput } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MailboxId } from '#contracts/ids.ts'
import { addMailbox, changeMailboxPassword, deleteMailbox, type MailboxView } from '#contracts/inbound-mail/mailbox.ts'
import type { MailSecurity } from '#contracts/notification/mail-server.ts'
import * as m from '#i18n/messages.js'
import { CopyButton } from '#web/admin/settings/copy-button.tsx'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { CallError, call, newId } from '#web/lib/call.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { formatRelativeInText } from '#web/ui/relative-in-text.ts'
import { faultLabels, valuesOf } from './labels.ts'
import { mailboxesQuery } from './mail-in-queries.ts'
import styles from './notifications.module.css'

const securityLabels: Record<MailSecurity, () => string> = {
  tls: m.mailbox_security_tls,
  starttls: m.mailbox_security_starttls,
  none: m.notification_security_none,
}

/** The address and the mailboxes whose mails become tickets, and whether each can be read. */
export function Mailboxes() {
  const { data, error, refetch } = useQuery(mailboxesQuery)
  const [isAdding, setAdding] = useState(false)
  return (
    <SettingsCard id="mail-in" title={m.mailbox_title()} text={m.mailbox_text()}>
      {data ? (
        <>
          <Address address={data.address} />
          <ul className={styles.list}>
            {data.mailboxes.map((mailbox) => (
              <MailboxRow key={mailbox.id} mailbox={mailbox} />
            ))}
          </ul>
          {isAdding ? (
            <NewMailbox onDone={() => setAdding(false)} />
          ) : (
            <Button className={styles.start ?? ''} onClick={() => setAdding(true)}>
              {m.mailbox_add()}
            </Button>
          )}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label={m.common_loading()} rows={2} height={48} />
      )}
    </SettingsCard>
  )
}

function Address({ address }: { address: string | null }) {
  if (!address) return <p className={styles.note}>{m.mailbox_no_address()}</p>
  return (
    <p className={styles.note}>
      {m.mailbox_address()} <strong>{address}</strong> <CopyButton text={address} label={m.mailbox_address_copy()} />
    </p>
  )
}

function MailboxRow({ mailbox }: { mailbox: MailboxView }) {
  const client = useQueryClient()
  const { id, username, host, folder, failingSince, fault, answer, lastFailureAt, lastSuccessAt } = mailbox
  const remove = async () => {
    const isSure = await confirmAction({
      title: m.mailbox_remove_title({ user: username }),
      body: m.mailbox_remove_text(),
      confirm: m.notification_remove(),
      isDanger: true,
    })
    if (!isSure) return
    await call(deleteMailbox, { params: { mailboxId: id } }).catch(notify.failure)
    await client.invalidateQueries({ queryKey: mailboxesQuery.queryKey })
  }
  return (
    <li className={styles.item}>
      <span className={styles.lines}>
        <strong>{username}</strong>
        <span className={styles.note}>
          {host} · {folder}
        </span>
        {failingSince && fault ? (
          <span className={styles.reason} role="status">
            {m.mailbox_failing({ since: formatRelativeInText(failingSince) })} {faultLabels[fault]()} {answer}
          </span>
        ) : (
          <span className={styles.note}>
            {lastSuccessAt ? m.mailbox_works({ at: formatRelativeInText(lastSuccessAt) }) : m.mailbox_starting()}
          </span>
        )}
        {!failingSince && fault && lastFailureAt && (
          <span className={styles.note}>
            {m.mailbox_last_failure({ at: formatRelativeInText(lastFailureAt) })} {faultLabels[fault]()} {answer}
          </span>
        )}
        {failingSince && (fault === 'auth' || fault === 'unreadable_password') && <NewPassword mailboxId={id} />}
      </span>
      <Button size="compact-sm" variant="subtle" color="red" onClick={() => void remove()}>
        {m.notification_remove()}
      </Button>
    </li>
  )
}

/** A mailbox whose password was changed goes on from where it stopped. */
function NewPassword({ mailboxId }: { mailboxId: MailboxId }) {
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const saving = useMutation({
    mutationFn: () => call(changeMailboxPassword, { params: { mailboxId }, body: { password } }),
    onSuccess: () => client.invalidateQueries({ queryKey: mailboxesQuery.queryKey }),
    onError: notify.failure,
  })
  return (
    <form
      className={styles.newPassword}
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '') saving.mutate()
      }}
    >
      <PasswordInput
        size="xs"
        label={m.mailbox_new_password()}
        autoComplete="off"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" loading={saving.isPending} disabled={password === ''}>
        {m.mailbox_save_password()}
      </Button>
    </form>
  )
}

function NewMailbox({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const [id] = useState(newId)
  const form = useForm({
    initialValues: {
      host: '',
      port: 993,
      security: 'tls' as MailSecurity,
      username: '',
      password: '',
      folder: 'INBOX',
    },
  })
  const adding = useMutation({
    mutationFn: (values: typeof form.values) => call(addMailbox, { body: { ...values, id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: mailboxesQuery.queryKey })
      notify.success(m.mailbox_added())
      onDone()
    },
    onError: (error) => {
      form.setErrors(error instanceof CallError ? error.fields : {})
      notify.failure(error)
    },
  })
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => adding.mutate(values))}>
      <TextInput label={m.mailbox_host()} placeholder="imap.example.com" autoFocus {...form.getInputProps('host')} />
      <NumberInput
        label={m.notification_server_port()}
        min={1}
        max={65_535}
        hideControls
        {...form.getInputProps('port')}
      />
      <Select
        label={m.notification_server_security()}
        data={valuesOf(securityLabels).map((value) => ({ value, label: securityLabels[value]() }))}
        allowDeselect={false}
        {...form.getInputProps('security')}
      />
      <TextInput label={m.notification_server_user()} autoComplete="off" {...form.getInputProps('username')} />
      <PasswordInput
        label={m.notification_server_password()}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <TextInput label={m.mailbox_folder()} {...form.getInputProps('folder')} />
      <div className={styles.buttons}>
        <Button type="submit" variant="filled" disabled={adding.isPending} aria-busy={adding.isPending}>
          {adding.isPending ? m.common_saving() : m.mailbox_add()}
        </Button>
        <Button variant="subtle" onClick={onDone}>
          {m.common_cancel()}
        </Button>
      </div>
    </form>
  )
}
