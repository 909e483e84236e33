import { Button, NumberInput, PasswordInput, Select, TextInput } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  deleteMailServer,
  type MailSecurity,
  type MailServerChange,
  type MailServerView,
  saveMailServer,
  testMailServer,
} from '#contracts/notification/mail-server.ts'
import * as m from '#i18n/messages.js'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { formatRelativeInText } from '#web/ui/relative-in-text.ts'
import { faultLabels, transportLabels, valuesOf } from './labels.ts'
import styles from './notifications.module.css'
import { mailServerQuery } from './queries.ts'

const securityLabels: Record<MailSecurity, () => string> = {
  tls: m.notification_security_tls,
  starttls: m.notification_security_starttls,
  none: m.notification_security_none,
}

/** The business's own mail server, and whether it takes mails. */
export function MailServer() {
  const { data, error, refetch } = useQuery(mailServerQuery)
  return (
    <SettingsCard id="mail-server" title={m.notification_server()} text={m.notification_server_text()}>
      {data ? (
        <>
          <State view={data} />
          <Form key={data.server === null ? 'none' : 'own'} view={data} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label={m.common_loading()} rows={4} height={48} />
      )}
    </SettingsCard>
  )
}

function State({ view: { server, platformMailer, platformAddress } }: { view: MailServerView }) {
  const platform = transportLabels[platformMailer]()
  if (!server)
    return <p className={styles.note}>{m.notification_server_platform({ platform, from: platformAddress })}</p>
  if (server.failingSince && server.fault) {
    return (
      <p className={styles.banner} role="status">
        {m.notification_server_failing({ since: formatRelativeInText(server.failingSince) })}{' '}
        {faultLabels[server.fault]()}
        {server.answer && ` ${server.answer}`}
      </p>
    )
  }
  const at = server.lastSuccessAt
  return (
    <p className={styles.note}>
      {at ? m.notification_server_works({ at: formatRelativeInText(at) }) : m.notification_server_unused()}
    </p>
  )
}

function Form({ view }: { view: MailServerView }) {
  const client = useQueryClient()
  const { server } = view
  const form = useForm({
    initialValues: {
      host: server?.host ?? '',
      port: server?.port ?? 587,
      security: server?.security ?? ('starttls' as MailSecurity),
      username: server?.username ?? '',
      password: '',
      fromAddress: server?.fromAddress ?? '',
    },
  })
  const show = (changed: MailServerView) => client.setQueryData(mailServerQuery.queryKey, changed)
  const saving = useMutation({
    mutationFn: ({ password, ...rest }: Required<MailServerChange>) =>
      call(saveMailServer, { body: password ? { ...rest, password } : rest }),
    onSuccess: (changed) => {
      show(changed)
      form.setFieldValue('password', '')
      notify.success(m.notification_server_saved())
    },
    onError: (error) => {
      form.setErrors(error instanceof CallError ? error.fields : {})
      notify.failure(error)
    },
  })
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => saving.mutate(values))}>
      <TextInput label={m.notification_server_host()} placeholder="smtp.example.com" {...form.getInputProps('host')} />
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
        description={server?.hasPassword ? m.notification_server_password_stored() : undefined}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <TextInput type="email" label={m.notification_server_from()} {...form.getInputProps('fromAddress')} />
      <div className={styles.buttons}>
        <Button type="submit" variant="filled" disabled={saving.isPending} aria-busy={saving.isPending}>
          {saving.isPending ? m.common_saving() : m.common_save()}
        </Button>
        {server && <ServerButtons isChanged={form.isDirty()} onChange={show} />}
      </div>
    </form>
  )
}

function ServerButtons({ isChanged, onChange }: { isChanged: boolean; onChange: (view: MailServerView) => void }) {
  const client = useQueryClient()
  const testing = useMutation({
    mutationFn: () => call(testMailServer, {}),
    onError: (error) => notify.failure(error),
    onSettled: () => void client.invalidateQueries({ queryKey: mailServerQuery.queryKey }),
  })
  const remove = async () => {
    const isSure = await confirmAction({
      title: m.notification_server_remove_title(),
      body: m.notification_server_remove_text(),
      confirm: m.notification_remove(),
      isDanger: true,
    })
    if (isSure) await call(deleteMailServer, {}).then(onChange, notify.failure)
  }
  const { data } = testing
  return (
    <>
      <Button disabled={testing.isPending || isChanged} onClick={() => testing.mutate()}>
        {testing.isPending ? m.notification_server_testing() : m.notification_send_test()}
      </Button>
      <Button variant="subtle" color="red" onClick={() => void remove()}>
        {m.notification_remove()}
      </Button>
      <p className={styles.result} role="status" data-failed={Boolean(data?.fault) || undefined}>
        {data && !testing.isPending
          ? data.fault
            ? `${faultLabels[data.fault]()} ${data.answer ?? ''}`
            : m.notification_server_test_ok({ to: data.to })
          : null}
      </p>
    </>
  )
}
