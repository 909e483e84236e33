import { useState } from 'react'
import type { SessionView } from '#contracts/identity/session.ts'
import { signInWithCode } from '#contracts/identity/two-factor.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { TextField } from '#web/kit/field.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { EntryForm, useEntryForm, type Wrong } from './entry-form.tsx'
import { Frame } from './frame.tsx'
import styles from './sign-in.module.css'
import { signInErrorText } from './sign-in-error.ts'

type CodeStepProps = { onSignedIn: (session: SessionView) => Promise<void>; onBack: () => void }

/** The second step of a sign-in: the code of the authenticator app, or a recovery code. */
export function CodeStep({ onSignedIn, onBack }: CodeStepProps) {
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const form = useEntryForm({
    refusedField: 'code',
    // The server's sentence says whether another code helps or the password is needed again.
    refusalText: (error) =>
      error instanceof CallError && error.code === 'unauthenticated' ? error.message : signInErrorText(error),
    check: (): Wrong => (code.trim() ? {} : { code: m.signin_code_missing() }),
    send: async () => onSignedIn(await call(signInWithCode, { body: { code } })),
  })
  return (
    <Frame title={m.signin_code_title()} intro={isRecovery ? m.signin_code_intro_recovery() : m.signin_code_intro()}>
      <EntryForm form={form} submitLabel={m.signin_submit()} busyLabel={m.signin_busy()}>
        <TextField
          key={isRecovery ? 'recovery' : 'app'}
          label={isRecovery ? m.signin_code_recovery() : m.signin_code()}
          name="code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={code}
          error={form.wrong.code}
          onChange={(event) => {
            setCode(event.target.value)
            form.forget('code')
          }}
        />
      </EntryForm>
      <div className={styles.choices}>
        <Button
          variant="quiet"
          onClick={() => {
            setRecovery(!isRecovery)
            setCode('')
            form.forgetRefusal()
          }}
        >
          {isRecovery ? m.signin_code_use_app() : m.signin_code_use_recovery()}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {m.signin_back()}
        </Button>
      </div>
    </Frame>
  )
}
