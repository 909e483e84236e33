import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import * as m from '#i18n/messages.js'
import { CallError } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import styles from './account.module.css'

type CodeFormProps = { submitLabel: string; onSubmit: (code: string) => Promise<void>; onCancel: () => void }

/** Asks for the six digits of the authenticator app. */
export function CodeForm({ submitLabel, onSubmit, onCancel }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await onSubmit(code)
    } catch (failure) {
      setError((failure instanceof CallError && failure.fields.code) || failureText(failure))
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        autoFocus
        label={m.signin_code()}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        value={code}
        error={error}
        onChange={(event) => {
          setCode(event.currentTarget.value)
          setError(null)
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="filled" disabled={isBusy || !code.trim()} aria-busy={isBusy}>
          {submitLabel}
        </Button>
        <Button onClick={onCancel}>{m.common_cancel()}</Button>
      </div>
    </form>
  )
}
