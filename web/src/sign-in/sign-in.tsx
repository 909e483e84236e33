import { useEffect, useState } from 'react'
import { getSession, type SessionView, signIn } from '#contracts/identity/session.ts'
import * as m from '#i18n/messages.js'
import { TextField } from '#web/kit/field.tsx'
import { Segments } from '#web/kit/tabs.tsx'
import { call } from '#web/lib/call.ts'
import { CookiesRefused } from '#web/lib/cookies-refused.ts'
import { CodeStep } from './code-step.tsx'
import { intendedPath, leaveFor } from './destination.ts'
import { EntryForm, useEntryForm, type Wrong } from './entry-form.tsx'
import { Frame } from './frame.tsx'
import { PasswordField } from './password-field.tsx'
import { ProviderButton } from './provider-button.tsx'
import styles from './sign-in.module.css'
import { signInErrorText } from './sign-in-error.ts'

export type Portal = 'business' | 'customer'

/** Leaves for the page that was asked for. Throws `CookiesRefused` where the session's cookie does not come back: the page would ask to sign in again. */
async function leave(session: SessionView): Promise<void> {
  if (!(await call(getSession)).user) throw new CookiesRefused()
  location.assign(await leaveFor(session, intendedPath(location)))
}

/** The sign-in page: one form for businesses and customers, and the code where the account wants one. The input stays when it is refused. */
export function SignIn() {
  const [portal, setPortal] = useState<Portal>(
    new URLSearchParams(location.search).get('mode') === 'customer' ? 'customer' : 'business',
  )
  const [isCodeNeeded, setCodeNeeded] = useState(false)
  useEffect(() => {
    const leaveIfSignedIn = async () => {
      const session = await call(getSession).catch(() => null)
      if (session?.user) location.replace(await leaveFor(session, intendedPath(location)))
    }
    void leaveIfSignedIn()
  }, [])
  if (isCodeNeeded) return <CodeStep onSignedIn={leave} onBack={() => setCodeNeeded(false)} />
  return (
    <Frame
      title={m.signin_title()}
      intro={portal === 'business' ? m.signin_intro_business() : m.signin_intro_customer()}
    >
      <PasswordStep portal={portal} onPortal={setPortal} onCodeNeeded={() => setCodeNeeded(true)} />
    </Frame>
  )
}

type PasswordStepProps = { portal: Portal; onPortal: (portal: Portal) => void; onCodeNeeded: () => void }

function PasswordStep({ portal, onPortal, onCodeNeeded }: PasswordStepProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const form = useEntryForm({
    refusedField: 'password',
    refusalText: signInErrorText,
    check: () => {
      const missing: Wrong = {}
      if (!email.trim()) missing.email = m.signin_email_missing()
      if (!password) missing.password = m.signin_password_missing()
      return missing
    },
    send: async () => {
      if (!navigator.cookieEnabled) throw new CookiesRefused()
      const { isCodeNeeded, ...session } = await call(signIn, { body: { email, password, portal } })
      if (isCodeNeeded) onCodeNeeded()
      else await leave(session)
    },
  })
  return (
    <>
      <Segments
        label={m.signin_mode()}
        tabs={[
          { value: 'business', label: m.signin_mode_business() },
          { value: 'customer', label: m.signin_mode_customer() },
        ]}
        value={portal}
        onChange={(next: Portal) => {
          onPortal(next)
          form.forgetRefusal()
        }}
      />
      <EntryForm form={form} submitLabel={m.signin_submit()} busyLabel={m.signin_busy()}>
        <TextField
          label={m.signin_email()}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          placeholder={m.signin_email_placeholder()}
          value={email}
          error={form.wrong.email}
          onChange={(event) => {
            setEmail(event.target.value)
            form.forget('email')
          }}
        />
        <PasswordField
          label={m.signin_password()}
          name="password"
          autoComplete="current-password"
          value={password}
          error={form.wrong.password}
          onChange={(value) => {
            setPassword(value)
            form.forget('password')
          }}
        />
      </EntryForm>
      <ProviderButton portal={portal} next={intendedPath(location)} />
      <p className={styles.foot}>
        <a href="/forgot-password">{m.signin_forgot()}</a>
        {portal === 'business' && <a href="/#pricing">{m.signin_sign_up()}</a>}
      </p>
    </>
  )
}
