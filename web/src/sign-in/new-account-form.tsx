import { type FormEvent, useRef, useState } from 'react'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { focusFirstError, TextField } from '#web/kit/field.tsx'
import { CallError } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { PasswordField } from './password-field.tsx'
import styles from './sign-in.module.css'

type Account = { name: string; password: string }

/** Name and password of a new account for an address that a mail has proved. The input stays when it is refused. */
export function NewAccountForm({ email, create }: { email: string; create: (account: Account) => Promise<void> }) {
  const [account, setAccount] = useState<Account>({ name: '', password: '' })
  const [wrong, setWrong] = useState<Partial<Account>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const refuse = (fields: Partial<Account>) => {
    setWrong(fields)
    requestAnimationFrame(() => focusFirstError(element.current, fields))
  }
  const type = (change: Partial<Account>) => {
    setAccount((typed) => ({ ...typed, ...change }))
    setWrong({})
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const name = account.name.trim()
    if (!name || !account.password) {
      refuse({
        ...(name ? {} : { name: m.invite_name_missing() }),
        ...(account.password ? {} : { password: m.invite_password_missing() }),
      })
      return
    }
    setBusy(true)
    setFailure(null)
    try {
      await create({ name, password: account.password })
    } catch (error) {
      setBusy(false)
      const fields = error instanceof CallError ? error.fields : {}
      const { 'account.name': ofName, 'account.password': ofPassword } = fields
      refuse({ ...(ofName ? { name: ofName } : {}), ...(ofPassword ? { password: ofPassword } : {}) })
      if (!ofName && !ofPassword) setFailure(failureText(error))
    }
  }
  return (
    <form ref={element} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <div role="alert" className={failure ? styles.refusal : undefined}>
        {failure}
      </div>
      <TextField label={m.signin_email()} name="email" type="email" autoComplete="username" value={email} readOnly />
      <TextField
        label={m.invite_name()}
        name="name"
        autoComplete="name"
        autoFocus
        maxLength={120}
        value={account.name}
        error={wrong.name}
        onChange={(event) => type({ name: event.target.value })}
      />
      <PasswordField
        label={m.invite_password_new()}
        name="password"
        autoComplete="new-password"
        help={m.signup_password_help()}
        value={account.password}
        error={wrong.password}
        onChange={(password) => type({ password })}
      />
      <Button type="submit" variant="primary" isFullWidth isBusy={isBusy} busyLabel={m.invite_accepting()}>
        {m.invite_accept()}
      </Button>
    </form>
  )
}
