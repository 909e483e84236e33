import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { CODE_MINUTES } from '#contracts/notification/confirmation-code.ts'
import { confirmPhone, removePhone, sendPhoneCode } from '#contracts/notification/phone.ts'
import type { PreferencesView } from '#contracts/notification/preferences.ts'
import * as m from '#i18n/messages.js'
import { CallError, call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { notify } from '#web/ui/notify.ts'
import styles from './notifications.module.css'
import { preferencesQuery } from './queries.ts'
import { TestButton } from './test-button.tsx'

/** The number for text messages. It counts once its owner entered the code that was sent to it. */
export function PhoneNumber({ view }: { view: PreferencesView }) {
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <div className={styles.group}>
      <h3 className={styles.heading}>{m.notification_channel_sms()}</h3>
      {!view.isSmsSetUp ? (
        <p className={styles.note}>{m.notification_sms_not_set_up()}</p>
      ) : view.phone ? (
        <ConfirmedNumber phone={view.phone} />
      ) : asked ? (
        <CodeForm phone={asked} onBack={() => setAsked(null)} />
      ) : (
        <NumberForm onSent={setAsked} />
      )}
    </div>
  )
}

function ConfirmedNumber({ phone }: { phone: string }) {
  const client = useQueryClient()
  const removing = useMutation({
    mutationFn: () => call(removePhone),
    onSuccess: (view) => client.setQueryData(preferencesQuery.queryKey, view),
    onError: (error) => notify.failure(error),
  })
  return (
    <>
      <div className={styles.item}>
        <span>{m.notification_phone_current({ phone })}</span>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={m.notification_push_remove({ device: phone })}
          disabled={removing.isPending}
          onClick={() => removing.mutate()}
        >
          {m.notification_remove()}
        </Button>
      </div>
      <TestButton channel="sms" isReady />
    </>
  )
}

function NumberForm({ onSent }: { onSent: (phone: string) => void }) {
  const [phone, setPhone] = useState('')
  const sending = useMutation({
    mutationFn: () => call(sendPhoneCode, { body: { phone: phone.trim() } }),
    onSuccess: (sent) => onSent(sent.phone),
  })
  return (
    <Line
      onSubmit={() => sending.mutate()}
      field={
        <TextInput
          type="tel"
          label={m.notification_phone()}
          description={m.notification_phone_note()}
          autoComplete="tel"
          value={phone}
          error={faultOf(sending.error, 'phone')}
          onChange={(event) => setPhone(event.currentTarget.value)}
        />
      }
    >
      <Button type="submit" disabled={sending.isPending || phone.trim() === ''}>
        {m.notification_phone_send()}
      </Button>
    </Line>
  )
}

function CodeForm({ phone, onBack }: { phone: string; onBack: () => void }) {
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const confirming = useMutation({
    mutationFn: () => call(confirmPhone, { body: { code: code.trim() } }),
    onSuccess: (view) => {
      client.setQueryData(preferencesQuery.queryKey, view)
      notify.success(m.notification_phone_confirmed({ phone }))
    },
  })
  return (
    <Line
      onSubmit={() => confirming.mutate()}
      field={
        <TextInput
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          label={m.notification_phone_code()}
          description={m.notification_phone_help({ phone, minutes: CODE_MINUTES })}
          value={code}
          error={faultOf(confirming.error, 'code')}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      }
    >
      <Button type="submit" disabled={confirming.isPending || code.trim() === ''}>
        {m.notification_phone_confirm()}
      </Button>
      <Button variant="subtle" onClick={onBack}>
        {m.notification_phone_other()}
      </Button>
    </Line>
  )
}

type LineProps = { onSubmit: () => void; field: ReactNode; children: ReactNode }

function Line({ onSubmit, field, children }: LineProps) {
  return (
    <form
      className={styles.line}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {field}
      {children}
    </form>
  )
}

/** Beside the field, so that what was typed and what is wrong with it are read together. */
const faultOf = (error: Error | null, field: string): string | null =>
  error && ((error instanceof CallError && error.fields[field]) || failureText(error))
