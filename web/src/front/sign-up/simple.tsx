import type { FormEvent } from 'react'
import type { CheckoutView } from '#contracts/billing/checkout.ts'
import * as m from '#i18n/messages.js'
import type { SoldPlan } from '#web/front/addresses.ts'
import { Button } from '#web/kit/button.tsx'
import { BusinessFields, EmailField, NameField, Outcome, PasswordField } from './fields.tsx'
import { SignUpFrame, Success } from './frame.tsx'
import { PaymentSummary, WhenPaid } from './paid.tsx'
import styles from './sign-up.module.css'
import { type Asked, useAccountForm } from './use-account-form.ts'
import { useSignUp } from './use-sign-up.ts'

const ASKED: Record<SoldPlan, Asked> = {
  monthly: { required: ['name', 'email', 'password', 'businessName'], shortPassword: m.signup_error_password_short },
  lifetime: { required: ['name', 'email', 'password'], shortPassword: m.signup_error_password_short },
}

/** `/simple-signup/{plan}`: one form; the monthly plan's asks for the business too. */
export function SimpleSignUp({ planId }: { planId: SoldPlan }) {
  return (
    <WhenPaid planId={planId} flow="simple-signup">
      {(checkout) => <SimpleForm checkout={checkout} planId={planId} />}
    </WhenPaid>
  )
}

function SimpleForm({ checkout, planId }: { checkout: CheckoutView; planId: SoldPlan }) {
  const form = useAccountForm()
  const { submit, state } = useSignUp((message) => message || m.signup_error_create())
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (state.isBusy || !form.check(ASKED[planId])) return
    const { confirm: _, ...values } = form.values
    await submit({ flow: 'simple', proof: { kind: 'checkout', checkoutId: checkout.id }, ...values })
  }
  if (state.done) return <Success />
  return (
    <SignUpFrame title={m.signup_simple_title()} intro={m.signup_simple_intro()}>
      <PaymentSummary checkout={checkout} />
      <form ref={form.element} className={styles.form} noValidate onSubmit={(event) => void send(event)}>
        <Outcome state={state} />
        <NameField form={form} />
        <EmailField form={form} />
        <PasswordField form={form} />
        {planId === 'monthly' && <BusinessFields form={form} />}
        <Button type="submit" variant="primary" isFullWidth isBusy={state.isBusy} busyLabel={m.signup_creating()}>
          {m.signup_create()}
        </Button>
      </form>
    </SignUpFrame>
  )
}
