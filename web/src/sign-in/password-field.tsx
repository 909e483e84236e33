import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import * as m from '#i18n/messages.js'
import { IconButton } from '#web/kit/button.tsx'
import { TextField } from '#web/kit/field.tsx'

type PasswordFieldProps = {
  label: string
  name: string
  autoComplete: 'current-password' | 'new-password'
  value: string
  error: string | undefined
  help?: ReactNode
  autoFocus?: boolean
  onChange: (value: string) => void
}

/** A password that can be shown, with a note while Caps Lock is on. */
export function PasswordField({ onChange, help, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const Eye = isShown ? IconEyeOff : IconEye
  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
      help={hasCapsLock ? m.signin_caps_lock() : help}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => setCapsLock(false)}
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
