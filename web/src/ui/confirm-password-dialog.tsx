import { Button, Modal, PasswordInput } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { type FormEvent, useState } from 'react'
import { confirmSignIn } from '#contracts/identity/session.ts'
import * as m from '#i18n/messages.js'
import { CallError, call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import type { ConfirmPasswordProps } from './confirm-password.tsx'
import styles from './ui.module.css'

/** Asks for the own password before a dangerous act. */
export function ConfirmPasswordDialog({ isOpen, onDone, onClose }: ConfirmPasswordProps) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const close = () => {
    setPassword('')
    setError(null)
    onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // The dialog may be inside another form's tree.
    event.stopPropagation()
    setBusy(true)
    try {
      await call(confirmSignIn, { body: { password } })
      setPassword('')
      setError(null)
      onDone()
    } catch (failure) {
      setError((failure instanceof CallError && failure.fields.password) || failureText(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={m.account_confirm_title()}
      closeButtonProps={{ 'aria-label': m.common_close() }}
      size={440}
      // Above the dialog or drawer of the act.
      zIndex={300}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <PasswordInput
          data-autofocus
          label={m.account_password_own()}
          description={m.account_confirm_text()}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': m.signin_show_password() }}
          value={password}
          error={error}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setError(null)
          }}
        />
        <div className={styles.answers}>
          <Button onClick={close}>{m.common_cancel()}</Button>
          <Button type="submit" variant="filled" disabled={isBusy || !password} aria-busy={isBusy}>
            {m.account_confirm_go()}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
