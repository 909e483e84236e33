import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type AccountView, changeEmail, sendVerificationMail } from '#contracts/identity/account.ts'
import * as m from '#i18n/messages.js'
import { CallError, call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { withFreshSignIn } from '#web/ui/confirm-password.tsx'
import { notify } from '#web/ui/notify.ts'
import styles from './account.module.css'

/** The present address with its verification, and the change to another one. */
export function EmailForm({ account }: { account: AccountView }) {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const verify = () =>
    call(sendVerificationMail).then(
      () => notify.success(m.account_verification_sent({ email: account.email })),
      notify.failure,
    )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setError(null)
    try {
      const done = await withFreshSignIn(() => call(changeEmail, { body: { email } }))
      if (!done) return
      setSentTo(email)
      setEmail('')
    } catch (failure) {
      setError((failure instanceof CallError && failure.fields.email) || failureText(failure))
    }
  }
  return (
    <>
      <p className={styles.text}>
        {account.emailVerified
          ? m.account_email_verified({ email: account.email })
          : m.account_email_unverified({ email: account.email })}
      </p>
      {!account.emailVerified && (
        <div className={styles.actions}>
          <Button onClick={() => void verify()}>{m.account_verification_send()}</Button>
        </div>
      )}
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextInput
          type="email"
          label={m.account_email_new()}
          description={m.account_email_new_text()}
          autoComplete="email"
          maxLength={254}
          value={email}
          error={error}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setError(null)
          }}
        />
        <div className={styles.actions}>
          <Button type="submit" disabled={!email.trim()}>
            {m.account_email_change()}
          </Button>
        </div>
        <p role="status" className={styles.text}>
          {sentTo && m.account_email_sent({ email: sentTo })}
        </p>
      </form>
    </>
  )
}
