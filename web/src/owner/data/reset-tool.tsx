import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { EMAIL_ADDRESS } from '#contracts/email-address.ts'
import { clearOnboardingFlag } from '#contracts/owner/emergency.ts'
import * as m from '#i18n/messages.js'
import { Card } from '#web/kit/surface.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import styles from '#web/owner/panel.module.css'
import { useWindowTitle } from '#web/ui/page-menu.ts'
import { ToolFrame } from './frame.tsx'

/** Clears the onboarding flag of an account by its email address. */
export function ResetTool() {
  const [email, setEmail] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ text: string; isFault: boolean } | null>(null)
  useWindowTitle(m.reset_title())
  const clear = async (event: FormEvent) => {
    event.preventDefault()
    if (!EMAIL_ADDRESS.test(email.trim().toLowerCase()))
      return setOutcome({ text: m.reset_enter_email(), isFault: true })
    setBusy(true)
    setOutcome(null)
    try {
      const done = await call(clearOnboardingFlag, { body: { email } })
      setOutcome({ text: m.reset_done({ email: done.email }), isFault: false })
    } catch (error) {
      const isUnknown = error instanceof CallError && error.code === 'not_found'
      const message = error instanceof Error ? failureText(error) : m.reset_unknown_error()
      setOutcome({ text: isUnknown ? `${message} ${email}` : m.reset_error({ message }), isFault: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <ToolFrame title={m.reset_title()} text={m.reset_text()}>
      <Card className={styles.card} aria-label={m.reset_title()}>
        <ol>
          <li>{m.reset_step_email()}</li>
          <li>{m.reset_step_clear()}</li>
          <li>{m.reset_step_sign_in()}</li>
        </ol>
        <form className={styles.stack} noValidate onSubmit={(event) => void clear(event)}>
          <TextInput
            type="email"
            label={m.reset_email()}
            autoComplete="off"
            maxLength={254}
            value={email}
            error={outcome?.isFault ? outcome.text : null}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <div className={styles.row}>
            <Button type="submit" variant="filled" loading={isBusy}>
              {m.reset_clear()}
            </Button>
            <a href="/">{m.reset_home()}</a>
          </div>
          <p role="status">{outcome && !outcome.isFault ? outcome.text : ''}</p>
        </form>
      </Card>
    </ToolFrame>
  )
}
