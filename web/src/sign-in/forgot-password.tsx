import { useState } from 'react'
import { requestPasswordReset } from '#contracts/identity/account.ts'
import * as m from '#i18n/messages.js'
import { TextField } from '#web/kit/field.tsx'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { EntryForm, useEntryForm, type Wrong } from './entry-form.tsx'
import { Frame } from './frame.tsx'
import styles from './sign-in.module.css'

/** Asks for the link that sets a new password. The answer does not say whether the address has an account. */
export function ForgotPassword() {
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useEntryForm({
    refusedField: 'email',
    refusalText: failureText,
    check: (): Wrong => (email.trim() ? {} : { email: m.signin_email_missing() }),
    send: async () => {
      await call(requestPasswordReset, { body: { email } })
      setSentTo(email.trim())
    },
  })
  const back = (
    <p className={styles.foot}>
      <a href="/signin">{m.signin_back()}</a>
    </p>
  )
  if (sentTo) {
    return (
      <Frame title={m.signin_sent_title()} intro={<span role="status">{m.signin_sent_text({ email: sentTo })}</span>}>
        {back}
      </Frame>
    )
  }
  return (
    <Frame title={m.signin_forgot_title()} intro={m.signin_forgot_intro()}>
      <EntryForm form={form} submitLabel={m.signin_forgot_submit()} busyLabel={m.signin_forgot_busy()}>
        <TextField
          label={m.signin_email()}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          placeholder={m.signin_email_placeholder()}
          value={email}
          error={form.wrong.email}
          onChange={(event) => {
            setEmail(event.target.value)
            form.forget('email')
          }}
        />
      </EntryForm>
      {back}
    </Frame>
  )
}
