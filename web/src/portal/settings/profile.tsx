import { type FormEvent, useRef, useState } from 'react'
import type { CustomerSettingsView } from '#contracts/customer/customer-settings.ts'
import { changeEmail } from '#contracts/identity/account.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { focusFirstError, TextField } from '#web/kit/field.tsx'
import { Card } from '#web/kit/surface.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import styles from './settings.module.css'
import type { SaveSettings } from './settings-page.tsx'

type Wrong = { name?: string; email?: string }

/** Name and e-mail. A refused change keeps what was typed and says why. */
export function Profile({ settings, onSave }: { settings: CustomerSettingsView; onSave: SaveSettings }) {
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState(settings.name)
  const [email, setEmail] = useState(settings.email)
  const [wrong, setWrong] = useState<Wrong>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const refuse = (fields: Wrong) => {
    setWrong(fields)
    requestAnimationFrame(() => focusFirstError(form.current, fields))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!name.trim()) return refuse({ name: m.portal_name_missing() })
    setBusy(true)
    setFailure(null)
    setWrong({})
    try {
      await onSave({ name: name.trim() })
      const isMoved = email.trim().toLowerCase() !== settings.email.toLowerCase()
      if (isMoved) await call(changeEmail, { body: { email: email.trim() } })
      showToast(
        isMoved ? m.portal_settings_email_sent({ email: email.trim() }) : m.portal_settings_updated(),
        'success',
      )
    } catch (error) {
      const fields: Wrong = error instanceof CallError ? error.fields : {}
      if (Object.keys(fields).length > 0) refuse(fields)
      else setFailure(failureText(error))
    }
    setBusy(false)
  }
  return (
    <Card aria-labelledby="profile">
      <h2 id="profile" className={styles.title}>
        {m.portal_settings_profile()}
      </h2>
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={m.portal_settings_name()}
          name="name"
          autoComplete="name"
          maxLength={100}
          value={name}
          error={wrong.name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={m.portal_settings_email()}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          help={m.portal_settings_email_help()}
          value={email}
          error={wrong.email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
        <div>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {m.portal_settings_update()}
          </Button>
        </div>
      </form>
    </Card>
  )
}
