import type { FormEvent } from 'react'
import * as m from '#i18n/messages.js'
import { BusinessFields, Outcome } from '#web/front/sign-up/fields.tsx'
import { SignUpFrame, Success } from '#web/front/sign-up/frame.tsx'
import styles from '#web/front/sign-up/sign-up.module.css'
import { type Asked, useAccountForm } from '#web/front/sign-up/use-account-form.ts'
import { useSignUp } from '#web/front/sign-up/use-sign-up.ts'
import { Button } from '#web/kit/button.tsx'

const ASKED: Asked = {
  required: ['businessName'],
  missing: m.error_enter_business_name,
  shortPassword: m.signup_error_password_short,
}

/** The business of an account that has none, as after a sign-in with Google; its onboarding follows. */
export function FirstBusiness({ checkoutId }: { checkoutId: string }) {
  const form = useAccountForm()
  const { submitBusiness, state } = useSignUp((message) => message || m.signup_error_failed())
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (state.isBusy || !form.check(ASKED)) return
    const { businessName, website } = form.values
    await submitBusiness({ flow: 'onboarding', proof: { kind: 'checkout', checkoutId }, businessName, website })
  }
  if (state.done) return <Success />
  return (
    <SignUpFrame title={m.onboarding_business_title()}>
      <form ref={form.element} className={styles.form} noValidate onSubmit={(event) => void send(event)}>
        <Outcome state={state} />
        <BusinessFields form={form} />
        <Button type="submit" variant="primary" isFullWidth isBusy={state.isBusy} busyLabel={m.onboarding_waiting()}>
          {m.signup_continue()}
        </Button>
      </form>
    </SignUpFrame>
  )
}
