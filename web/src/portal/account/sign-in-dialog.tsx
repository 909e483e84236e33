import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { enterPortal, requestCustomerCode, signInWithCustomerCode } from '#contracts/customer/customer-account.ts'
import type { PortalAccount } from '#contracts/customer/guest-session.ts'
import { signIn } from '#contracts/identity/session.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { focusFirstError, TextField } from '#web/kit/field.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { CookiesRefused } from '#web/lib/cookies-refused.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { areCookiesRefused, asGuest } from '#web/portal/guest-session.ts'
import styles from './account.module.css'

type Step = 'password' | 'sign-up' | 'mail' | 'code'
type Values = { email: string; name: string; password: string; code: string }
type Wrong = Partial<Values>

type SignInDialogProps = { slug: string; other: PortalAccount | null; onClose: () => void }

const titles: Record<Step, () => string> = {
  password: m.portal_sign_in,
  'sign-up': m.portal_sign_up,
  mail: m.portal_sign_in_by_code,
  code: m.portal_code_title,
}

/** Signing in and up at a portal: by password, or by a code that is mailed. The input stays when it is refused. */
export function SignInDialog({ slug, other, onClose }: SignInDialogProps) {
  const form = useSignIn(slug)
  const { step } = form
  // Each step begins in its first field; a dialog that opens would have the focus on its close button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are those of the step
  useEffect(() => form.element.current?.querySelector('input')?.focus(), [step])
  return (
    <Dialog isOpen title={titles[step]()} onClose={onClose}>
      {other && step === 'password' && (
        <Button variant="primary" isFullWidth onClick={() => void form.run(() => form.enter(other.email))}>
          {m.portal_continue_as({ email: other.email })}
        </Button>
      )}
      <form ref={form.element} className={styles.form} noValidate onSubmit={(event) => void form.submit(event)}>
        <p role="alert" className={styles.failure}>
          {form.failure}
        </p>
        <Fields form={form} />
        <Button type="submit" variant="primary" isFullWidth isBusy={form.isBusy}>
          {step === 'password' || step === 'code' ? m.portal_sign_in() : m.portal_send_code()}
        </Button>
      </form>
      <Ways form={form} />
    </Dialog>
  )
}

type Form = ReturnType<typeof useSignIn>

function useSignIn(slug: string) {
  const [step, setStep] = useState<Step>('password')
  const [values, setValues] = useState<Values>({ email: '', name: '', password: '', code: '' })
  const [wrong, setWrong] = useState<Wrong>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const at = { params: { slug } }

  const refuse = (fields: Wrong) => {
    setWrong(fields)
    requestAnimationFrame(() => focusFirstError(element.current, fields))
  }
  const show = (next: Step) => {
    setStep(next)
    setWrong({})
    setFailure(null)
  }
  const sendCode = async (email: string) => {
    await asGuest(slug, () => call(requestCustomerCode, { ...at, body: { email } }))
    setValues((typed) => ({ ...typed, email, code: '' }))
    show('code')
  }
  /** The account of this browser enters this business; a code verifies its address first, where that is missing. */
  const enter = async (email: string) => {
    try {
      await asGuest(slug, () => call(enterPortal, at))
    } catch (error) {
      if (error instanceof CallError && error.reason === 'unverified') return sendCode(email)
      throw error
    }
    location.assign(addressAfter(slug))
  }
  const act = async () => {
    if (areCookiesRefused()) throw new CookiesRefused()
    const { email, password, name, code } = values
    if (step === 'mail' || step === 'sign-up') return sendCode(email.trim())
    if (step === 'code') {
      const body = { email: email.trim(), code: code.trim(), name: name.trim(), password: password || null }
      await asGuest(slug, () => call(signInWithCustomerCode, { ...at, body }))
      location.assign(addressAfter(slug))
      return
    }
    const { isCodeNeeded } = await call(signIn, { body: { email, password, portal: 'customer' } })
    const back = encodeURIComponent(`/customer?tenant=${encodeURIComponent(slug)}`)
    // The second factor is asked for on the sign-in page.
    if (isCodeNeeded) location.assign(`/signin?mode=customer&next=${back}`)
    else await enter(email.trim())
  }
  const run = async (task: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    try {
      await task()
    } catch (error) {
      const fields: Wrong = error instanceof CallError ? error.fields : {}
      if (areCookiesRefused()) setFailure(new CookiesRefused().message)
      else if (Object.keys(fields).length > 0) refuse(fields)
      else setFailure(failureText(error))
    }
    setBusy(false)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const missing = missingOf(step, values)
    if (Object.keys(missing).length > 0) return refuse(missing)
    setWrong({})
    await run(act)
  }
  const type = (change: Partial<Values>) => {
    setValues((typed) => ({ ...typed, ...change }))
    setWrong({})
  }
  return { element, step, values, wrong, failure, isBusy, show, type, submit, run, enter, sendCode }
}

/** Signed in, the person sees their tickets; a chat that is open goes on. */
function addressAfter(slug: string): string {
  const chat = new URLSearchParams(location.search).get('chat')
  return `/customer?${new URLSearchParams({ tenant: slug, tab: 'my-tickets', ...(chat && { chat }) })}`
}

function missingOf(step: Step, { email, name, password, code }: Values): Wrong {
  return {
    ...(email.trim() ? {} : { email: m.signin_email_missing() }),
    ...(step === 'password' && !password ? { password: m.signin_password_missing() } : {}),
    ...(step === 'sign-up' && !name.trim() ? { name: m.portal_name_missing() } : {}),
    ...(step === 'code' && !/^\d{6}$/.test(code.trim()) ? { code: m.portal_code_missing() } : {}),
  }
}

function Fields({ form }: { form: Form }): ReactNode {
  const { step, values, wrong, type } = form
  if (step === 'code') {
    return (
      <TextField
        key="code"
        label={m.portal_code()}
        help={m.portal_code_help({ email: values.email })}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={values.code}
        error={wrong.code}
        onChange={(event) => type({ code: event.target.value })}
      />
    )
  }
  return (
    <>
      {step === 'sign-up' && (
        <TextField
          label={m.portal_name()}
          name="name"
          autoComplete="name"
          maxLength={120}
          value={values.name}
          error={wrong.name}
          onChange={(event) => type({ name: event.target.value })}
        />
      )}
      <TextField
        label={m.signin_email()}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        maxLength={254}
        value={values.email}
        error={wrong.email}
        onChange={(event) => type({ email: event.target.value })}
      />
      {step !== 'mail' && (
        <TextField
          label={m.signin_password()}
          isOptional={step === 'sign-up'}
          help={step === 'sign-up' ? m.portal_password_help() : undefined}
          name="password"
          type="password"
          autoComplete={step === 'sign-up' ? 'new-password' : 'current-password'}
          maxLength={200}
          value={values.password}
          error={wrong.password}
          onChange={(event) => type({ password: event.target.value })}
        />
      )}
    </>
  )
}

/** The other ways to sign in. */
function Ways({ form }: { form: Form }) {
  const { step, show, run, sendCode, values } = form
  return (
    <div className={styles.ways}>
      {step !== 'password' && (
        <Button variant="quiet" size="sm" onClick={() => show('password')}>
          {m.portal_with_password()}
        </Button>
      )}
      {step === 'password' && (
        <Button variant="quiet" size="sm" onClick={() => show('mail')}>
          {m.portal_with_code()}
        </Button>
      )}
      {step !== 'sign-up' && step !== 'code' && (
        <Button variant="quiet" size="sm" onClick={() => show('sign-up')}>
          {m.portal_sign_up()}
        </Button>
      )}
      {step === 'code' && (
        <Button variant="quiet" size="sm" onClick={() => void run(() => sendCode(values.email))}>
          {m.portal_send_code_again()}
        </Button>
      )}
    </div>
  )
}
