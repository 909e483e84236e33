import { useState } from 'react'
import { resetPassword } from '#contracts/identity/account.ts'
import * as m from '#i18n/messages.js'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { EntryForm, useEntryForm, type Wrong } from './entry-form.tsx'
import { Frame } from './frame.tsx'
import { PasswordField } from './password-field.tsx'
import styles from './sign-in.module.css'

/** Sets a new password by the link of a mail; the token is in the address's fragment. */
export function ResetPassword() {
  const [linkToken] = useState(() => location.hash.slice(1))
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [isDone, setDone] = useState(false)
  const form = useEntryForm({
    refusedField: 'password',
    refusalText: failureText,
    check: () => {
      const wrong: Wrong = {}
      if (!password) wrong.password = m.signin_password_missing()
      else if (password !== again) wrong.again = m.signin_passwords_differ()
      return wrong
    },
    send: async () => {
      await call(resetPassword, { body: { linkToken, password } })
      setDone(true)
    },
  })
  const typed = (name: string, set: (value: string) => void) => (value: string) => {
    set(value)
    form.forget(name)
  }
  if (isDone || !linkToken) {
    return (
      <Frame
        title={isDone ? m.signin_reset_done_title() : m.signin_link_incomplete_title()}
        intro={<span role="status">{isDone ? m.signin_reset_done_text() : m.signin_link_incomplete_text()}</span>}
      >
        <p className={styles.foot}>
          <a href={isDone ? '/signin' : '/forgot-password'}>{isDone ? m.signin_submit() : m.signin_forgot_title()}</a>
        </p>
      </Frame>
    )
  }
  return (
    <Frame title={m.signin_reset_title()} intro={m.signin_reset_intro()}>
      <EntryForm form={form} submitLabel={m.signin_reset_submit()} busyLabel={m.common_saving()}>
        <PasswordField
          label={m.signin_new_password()}
          name="password"
          autoComplete="new-password"
          autoFocus
          help={m.signup_password_help()}
          value={password}
          error={form.wrong.password}
          onChange={typed('password', setPassword)}
        />
        <PasswordField
          label={m.signin_new_password_again()}
          name="again"
          autoComplete="new-password"
          value={again}
          error={form.wrong.again}
          onChange={typed('again', setAgain)}
        />
      </EntryForm>
    </Frame>
  )
}
