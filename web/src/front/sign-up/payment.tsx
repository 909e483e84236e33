import { type FormEvent, useEffect } from 'react'
import type { CheckoutView } from '#contracts/billing/checkout.ts'
import * as m from '#i18n/messages.js'
import { LoadingScreen } from '#web/brand/loading.tsx'
import { checkoutIdOf, flowToReturnTo, type SoldPlan } from '#web/front/addresses.ts'
import { Button } from '#web/kit/button.tsx'
import { EmailField, Outcome, PasswordField } from './fields.tsx'
import { SignUpFrame, Success } from './frame.tsx'
import { PaymentSummary, WhenPaid } from './paid.tsx'
import styles from './sign-up.module.css'
import { type Asked, useAccountForm } from './use-account-form.ts'
import { useSignUp } from './use-sign-up.ts'

/** `/signup/{plan}`, where the checkout returns to. Who started it from another way to sign up goes on there. */
export function PaymentSignUp({ planId }: { planId: SoldPlan }) {
  const other = checkoutIdOf(location.search) ? flowToReturnTo() : null
  useEffect(() => {
    if (other) location.replace(`/${other}/${planId}${location.search}`)
  }, [other, planId])
  if (other) return <LoadingScreen />
  return (
    <WhenPaid planId={planId} flow="signup">
      {(checkout) => <PaidForm checkout={checkout} flow="payment" title={m.signup_payment_title()} />}
    </WhenPaid>
  )
}

const ASKED: Asked = {
  required: ['email', 'password', 'confirm'],
  hasConfirm: true,
  shortPassword: m.signup_error_password_short,
}

type PaidFormProps = { checkout: CheckoutView; flow: 'payment' | 'onboarding'; title: string }

/** E-mail, password and its repetition, after the payment. */
export function PaidForm({ checkout, flow, title }: PaidFormProps) {
  const form = useAccountForm()
  const { submit, state } = useSignUp((message) => message || m.signup_error_failed())
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (state.isBusy || !form.check(ASKED)) return
    const { email, password } = form.values
    await submit({ flow, proof: { kind: 'checkout', checkoutId: checkout.id }, email, password })
  }
  if (state.done) return <Success />
  return (
    <SignUpFrame title={title} intro={m.signup_payment_intro()}>
      <PaymentSummary checkout={checkout} />
      <form ref={form.element} className={styles.form} noValidate onSubmit={(event) => void send(event)}>
        <Outcome state={state} />
        <EmailField form={form} />
        <PasswordField form={form} />
        <PasswordField form={form} name="confirm" />
        <Button type="submit" variant="primary" isFullWidth isBusy={state.isBusy} busyLabel={m.signup_creating()}>
          {m.signup_create()}
        </Button>
      </form>
    </SignUpFrame>
  )
}
