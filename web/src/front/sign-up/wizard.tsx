import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { PlanProof } from '#contracts/signup/signup.ts'
import * as m from '#i18n/messages.js'
import type { SoldPlan } from '#web/front/addresses.ts'
import { Button } from '#web/kit/button.tsx'
import { ProviderButton } from '#web/sign-in/provider-button.tsx'
import { BusinessFields, EmailField, NameField, Outcome, PasswordField } from './fields.tsx'
import { SignUpFrame, Success } from './frame.tsx'
import { PaymentSummary, WhenPaid } from './paid.tsx'
import styles from './sign-up.module.css'
import { type Asked, useAccountForm } from './use-account-form.ts'
import { useSignUp } from './use-sign-up.ts'

const shortPassword = m.signup_error_password_short_wizard
const ACCOUNT: Asked = { required: ['name', 'email', 'password'], shortPassword }
const BUSINESS: Asked = { required: ['businessName'], missing: m.signup_error_business_name, shortPassword }

/** `/new-signup/{plan}`: first the account, then the business. */
export function WizardSignUp({ planId }: { planId: SoldPlan }) {
  return (
    <WhenPaid planId={planId} flow="new-signup">
      {(checkout) => (
        <Wizard
          flow="wizard"
          title={m.signup_wizard_title()}
          proof={{ kind: 'checkout', checkoutId: checkout.id }}
          head={
            <>
              <PaymentSummary checkout={checkout} />
              <ProviderButton
                portal="business"
                isSignUp
                next={`/onboarding/${planId}?session_id=${encodeURIComponent(checkout.id)}`}
                afterFailure={m.signin_provider_email_instead()}
              />
            </>
          }
        />
      )}
    </WhenPaid>
  )
}

type WizardProps = { flow: 'wizard' | 'gift'; title: string; proof: PlanProof; head: ReactNode }

/** Two steps that are sent together at the end: nothing is made of a sign-up that is left halfway. */
export function Wizard({ flow, title, proof, head }: WizardProps) {
  const form = useAccountForm()
  const [step, setStep] = useState<1 | 2>(1)
  const { submit, forgetRefusal, state } = useSignUp((message) =>
    message ? m.signup_error_account({ message }) : m.signup_error_failed(),
  )
  const fields = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins in its first field
  useEffect(() => fields.current?.querySelector('input')?.focus(), [step])
  const go = (next: 1 | 2) => {
    forgetRefusal()
    setStep(next)
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (state.isBusy || !form.check(step === 1 ? ACCOUNT : BUSINESS)) return
    if (step === 1) return go(2)
    const { confirm: _, ...values } = form.values
    const error = await submit({ flow, proof, ...values })
    // What is wrong with the account is changed in its own step; the error text stays.
    if (error && (error.reason === 'email_in_use' || error.fields.password || error.fields.email)) setStep(1)
  }
  if (state.done) return <Success />
  return (
    <SignUpFrame title={title} intro={step === 1 ? m.signup_wizard_account() : m.signup_wizard_business()}>
      {step === 1 && head}
      <p className={styles.steps}>{m.signup_step({ step, of: 2 })}</p>
      <form ref={form.element} className={styles.form} noValidate onSubmit={(event) => void send(event)}>
        <Outcome state={state} />
        <div ref={fields} className={styles.fields}>
          {step === 1 ? (
            <>
              <NameField form={form} />
              <EmailField form={form} />
              <PasswordField form={form} />
            </>
          ) : (
            <BusinessFields form={form} />
          )}
        </div>
        <Button type="submit" variant="primary" isFullWidth isBusy={state.isBusy} busyLabel={m.signup_creating()}>
          {step === 1 ? m.signup_continue() : m.signup_create()}
        </Button>
        {step === 2 && (
          <Button variant="quiet" isFullWidth onClick={() => go(1)}>
            {m.signup_back()}
          </Button>
        )}
      </form>
    </SignUpFrame>
  )
}
