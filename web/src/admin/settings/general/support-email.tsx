import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CODE_MINUTES } from '#contracts/notification/confirmation-code.ts'
import { confirmSupportEmail, sendSupportEmailCode } from '#contracts/notification/support-email.ts'
import type { SettingsView } from '#contracts/tenant/settings.ts'
import * as m from '#i18n/messages.js'
import { settingsQuery } from '#web/admin/settings/queries.ts'
import { Badge } from '#web/kit/surface.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './general.module.css'

type Props = { view: SettingsView /** As it is in the form, perhaps not saved yet. */; typed: string }

/** Whether the saved support address is confirmed, and how to confirm it. */
export function SupportEmailState({ view, typed }: Props) {
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const saved = view.businessInfo.supportEmail
  if (typed.trim() === '') return null
  if (typed !== saved) return <p className={styles.note}>{m.support_email_save_first()}</p>
  if (view.isSupportEmailConfirmed)
    return (
      <div>
        <Badge tone="resolved">{m.support_email_confirmed()}</Badge>
      </div>
    )
  return askedFor === saved ? <CodeForm email={saved} /> : <Unconfirmed onSent={setAskedFor} />
}

function useConfirmed() {
  const client = useQueryClient()
  return (email: string) => {
    client.setQueryData(settingsQuery.queryKey, (view) => view && { ...view, isSupportEmailConfirmed: true })
    notify.success(m.support_email_done({ email }))
  }
}

function useSending(onSent: (email: string) => void) {
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: () => call(sendSupportEmailCode),
    onSuccess: ({ email, isConfirmed }) => (isConfirmed ? confirmed(email) : onSent(email)),
    onError: (error) => notify.failure(error),
  })
}

function Unconfirmed({ onSent }: { onSent: (email: string) => void }) {
  const sending = useSending(onSent)
  return (
    <div className={styles.confirming}>
      <Badge tone="waiting">{m.support_email_unconfirmed()}</Badge>
      <Button size="compact-sm" disabled={sending.isPending} onClick={() => sending.mutate()}>
        {m.notification_phone_send()}
      </Button>
      <p className={styles.note}>{m.support_email_unconfirmed_text()}</p>
    </div>
  )
}

function CodeForm({ email }: { email: string }) {
  const [code, setCode] = useState('')
  const confirmed = useConfirmed()
  const again = useSending(() => undefined)
  const confirming = useMutation({
    mutationFn: () => call(confirmSupportEmail, { body: { code: code.trim() } }),
    onSuccess: () => confirmed(email),
  })
  const { error } = confirming
  return (
    <form
      className={styles.confirming}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        confirming.mutate()
      }}
    >
      <TextInput
        className={styles.code ?? ''}
        autoFocus
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        label={m.support_email_code()}
        description={m.support_email_code_help({ email, minutes: CODE_MINUTES })}
        value={code}
        error={error && ((error instanceof CallError && error.fields.code) || failureText(error))}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" disabled={confirming.isPending || code.trim() === ''}>
        {m.notification_phone_confirm()}
      </Button>
      <Button variant="subtle" disabled={again.isPending} onClick={() => again.mutate()}>
        {m.support_email_again()}
      </Button>
    </form>
  )
}
