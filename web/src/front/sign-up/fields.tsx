import { IconAlertTriangle, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import * as m from '#i18n/messages.js'
import { IconButton } from '#web/kit/button.tsx'
import { TextField } from '#web/kit/field.tsx'
import styles from './sign-up.module.css'
import type { AccountForm } from './use-account-form.ts'
import type { SignUpState } from './use-sign-up.ts'

export function NameField({ form }: { form: AccountForm }) {
  return <TextField label={m.signup_name()} autoComplete="name" {...form.field('name')} />
}

export function EmailField({ form }: { form: AccountForm }) {
  return (
    <TextField
      label={m.signup_email()}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...form.field('email')}
    />
  )
}

/** A new password, which can be shown; `confirm` is its repetition. */
export function PasswordField({ form, name = 'password' }: { form: AccountForm; name?: 'password' | 'confirm' }) {
  const [isShown, setShown] = useState(false)
  const Eye = isShown ? IconEyeOff : IconEye
  return (
    <TextField
      label={name === 'password' ? m.signup_password() : m.signup_confirm()}
      type={isShown ? 'text' : 'password'}
      autoComplete="new-password"
      help={name === 'password' ? m.signup_password_help() : undefined}
      {...form.field(name)}
      end={
        <IconButton
          size="sm"
          label={isShown ? m.signin_hide_password() : m.signin_show_password()}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <Eye size={20} stroke={1.5} />
        </IconButton>
      }
    />
  )
}

export function BusinessFields({ form }: { form: AccountForm }) {
  return (
    <>
      <TextField label={m.signup_business_name()} autoComplete="organization" {...form.field('businessName')} />
      <TextField
        label={m.signup_website()}
        type="url"
        inputMode="url"
        placeholder="https://"
        isOptional
        {...form.field('website')}
      />
    </>
  )
}

/** Why the sign-up was refused, or that it is being tried again. */
export function Outcome({ state: { refusal, isRetrying } }: { state: SignUpState }) {
  return (
    <>
      <div role="alert" className={refusal ? styles.refusal : undefined}>
        {refusal && (
          <>
            <IconAlertTriangle size={18} stroke={1.5} aria-hidden="true" />
            <span>{refusal}</span>
          </>
        )}
      </div>
      <p role="status" className={isRetrying ? styles.retrying : 'visually-hidden'}>
        {isRetrying ? m.signup_retrying() : ''}
      </p>
    </>
  )
}
