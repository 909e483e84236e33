import { Button, PasswordInput } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { type AccountView, changePassword } from '#contracts/identity/account.ts'
import * as m from '#i18n/messages.js'
import { CallError, call } from '#web/lib/call.ts'
import { withFreshSignIn } from '#web/ui/confirm-password.tsx'
import { notify } from '#web/ui/notify.ts'
import styles from './account.module.css'
import { readAccountAgain, readSessionsAgain } from './queries.ts'

const blank = { currentPassword: '', newPassword: '', again: '' }

/** Changes the password, or gives the first one to an account that signs in through a provider. */
export function PasswordForm({ account }: { account: AccountView }) {
  const form = useForm({
    initialValues: blank,
    validate: {
      currentPassword: (value) => (value || !account.hasPassword ? null : m.error_enter_password()),
      newPassword: (value) => (value ? null : m.error_enter_password()),
      again: (value, { newPassword }) => (value === newPassword ? null : m.signin_passwords_differ()),
    },
  })
  const [isSaving, setSaving] = useState(false)
  const save = async ({ currentPassword, newPassword }: typeof blank) => {
    setSaving(true)
    try {
      const body = { newPassword, ...(account.hasPassword ? { currentPassword } : {}) }
      const done = await withFreshSignIn(() => call(changePassword, { body }))
      if (!done) return
      form.reset()
      notify.success(m.account_password_changed())
      await Promise.all([readAccountAgain(), readSessionsAgain()])
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      form.setErrors(fields)
      const [first] = Object.keys(fields)
      if (first) form.getInputNode(first)?.focus()
      else notify.failure(error)
    } finally {
      setSaving(false)
    }
  }
  const shown = { visibilityToggleButtonProps: { 'aria-label': m.signin_show_password() } }
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => void save(values))}>
      {account.hasPassword && (
        <PasswordInput
          {...shown}
          label={m.account_password_present()}
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
      )}
      <div className={styles.pair}>
        <PasswordInput
          {...shown}
          label={m.signin_new_password()}
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
        />
        <PasswordInput
          {...shown}
          label={m.signin_new_password_again()}
          autoComplete="new-password"
          {...form.getInputProps('again')}
        />
      </div>
      <p className={styles.text}>{m.account_password_text()}</p>
      <div className={styles.actions}>
        <Button type="submit" disabled={isSaving || !form.isDirty()} aria-busy={isSaving}>
          {isSaving ? m.common_saving() : m.account_password_change()}
        </Button>
      </div>
    </form>
  )
}
