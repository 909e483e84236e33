import { IconAlertTriangle, IconEye, IconEyeOff } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { getSession, signIn } from '#contracts/identity/session.ts'
import * as m from '#i18n/messages.js'
import { Wordmark } from '#web/brand/brand.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import { focusFirstError, TextField } from '#web/kit/field.tsx'
import { Segments } from '#web/kit/tabs.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { intendedPath, pageAfterSignIn } from './destination.ts'
import { FormMessage } from './form-message.tsx'
import styles from './sign-in.module.css'
import { signInErrorText } from './sign-in-error.ts'

type Portal = 'business' | 'customer'
type Wrong = { email?: string; password?: string }

/** The sign-in page: one form for businesses and customers. The input stays when it is refused. */
export function SignIn() {
  const [portal, setPortal] = useState<Portal>(
    new URLSearchParams(location.search).get('mode') === 'customer' ? 'customer' : 'business',
  )
  const form = useSignInForm(portal)
  useEffect(() => {
    document.title = m.signin_window_title()
    const leaveIfSignedIn = async () => {
      const session = await call(getSession).catch(() => null)
      if (session?.user) location.replace(pageAfterSignIn(session, intendedPath(location)))
    }
    void leaveIfSignedIn()
  }, [])
  return (
    <div className={styles.page}>
      <main className={styles.side}>
        <header className={styles.head}>
          <Wordmark size={30} />
        </header>
        <div className={styles.sheet}>
          <h1 className={styles.title}>{m.signin_title()}</h1>
          <p className={styles.intro}>
            {portal === 'business' ? m.signin_intro_business() : m.signin_intro_customer()}
          </p>
          <Segments
            label={m.signin_mode()}
            tabs={[
              { value: 'business', label: m.signin_mode_business() },
              { value: 'customer', label: m.signin_mode_customer() },
            ]}
            value={portal}
            onChange={(next: Portal) => {
              setPortal(next)
              form.forgetRefusal()
            }}
          />
          <SignInForm form={form} />
        </div>
      </main>
      <FormMessage />
    </div>
  )
}

function useSignInForm(portal: Portal) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<Wrong>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)

  const refuse = (fields: Wrong, text: string | null) => {
    setWrong(fields)
    setRefusal(text)
    // After React has rendered the errors, so that a screen reader reads the field with its error.
    requestAnimationFrame(() => focusFirstError(element.current, text ? { password: text } : fields))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const missing: Wrong = {}
    if (!email.trim()) missing.email = m.signin_email_missing()
    if (!password) missing.password = m.signin_password_missing()
    if (Object.keys(missing).length > 0) return refuse(missing, null)
    setBusy(true)
    setWrong({})
    setRefusal(null)
    try {
      const session = await call(signIn, { body: { email, password, portal } })
      location.assign(pageAfterSignIn(session, intendedPath(location)))
    } catch (error) {
      setBusy(false)
      const fields = error instanceof CallError ? error.fields : {}
      refuse(fields, Object.keys(fields).length > 0 ? null : signInErrorText(error))
    }
  }
  return {
    element,
    email,
    password,
    wrong,
    refusal,
    isBusy,
    submit,
    typeEmail: (text: string) => {
      setEmail(text)
      setWrong(({ email: _, ...rest }) => rest)
    },
    typePassword: (text: string) => {
      setPassword(text)
      setWrong(({ password: _, ...rest }) => rest)
    },
    forgetRefusal: () => setRefusal(null),
  }
}

function SignInForm({ form }: { form: ReturnType<typeof useSignInForm> }) {
  const [isShown, setShown] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const Eye = isShown ? IconEyeOff : IconEye
  return (
    <form ref={form.element} className={styles.form} noValidate onSubmit={(event) => void form.submit(event)}>
      <div role="alert" className={form.refusal ? styles.refusal : undefined}>
        {form.refusal && (
          <>
            <IconAlertTriangle size={18} stroke={1.5} aria-hidden="true" />
            <span>{form.refusal}</span>
          </>
        )}
      </div>
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
        value={form.email}
        error={form.wrong.email}
        onChange={(event) => form.typeEmail(event.target.value)}
      />
      <TextField
        label={m.signin_password()}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        value={form.password}
        error={form.wrong.password}
        help={hasCapsLock ? m.signin_caps_lock() : undefined}
        onChange={(event) => form.typePassword(event.target.value)}
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
      <Button type="submit" variant="primary" isFullWidth isBusy={form.isBusy} busyLabel={m.signin_busy()}>
        {m.signin_submit()}
      </Button>
    </form>
  )
}
