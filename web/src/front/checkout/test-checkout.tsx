import { useState } from 'react'
import { type CheckoutView, completeTestCheckout, getCheckout } from '#contracts/billing/checkout.ts'
import * as m from '#i18n/messages.js'
import { LoadingScreen } from '#web/brand/loading.tsx'
import { chargeOf } from '#web/front/plan-texts.ts'
import { Notice, SignUpFrame } from '#web/front/sign-up/frame.tsx'
import styles from '#web/front/sign-up/sign-up.module.css'
import { useRead } from '#web/front/use-read.ts'
import { Button, ButtonLink } from '#web/kit/button.tsx'
import { TextField } from '#web/kit/field.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { planName } from '#web/lib/plan-name.ts'

/** Stands in for the payment page where no Stripe key is set, and says so. */
export function TestCheckout({ checkoutId }: { checkoutId: string }) {
  const { data, error, again } = useRead(() => call(getCheckout, { params: { checkoutId } }), checkoutId)
  if (!data) {
    if (!error) return <LoadingScreen />
    const retry = <ErrorState error={error} onRetry={again} title={null} />
    return <Notice title={m.signup_checkout_unread()} action={retry} />
  }
  if (data.status === 'open') return <TestForm checkout={data} />
  return (
    <Notice
      title={m.signup_test_done()}
      action={
        <ButtonLink variant="primary" href={data.returnUrl}>
          {m.signup_continue()}
        </ButtonLink>
      }
    />
  )
}

function TestForm({ checkout }: { checkout: CheckoutView }) {
  const [email, setEmail] = useState(checkout.email ?? '')
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const charge = chargeOf(checkout)
  const complete = async () => {
    setBusy(true)
    setRefusal(null)
    try {
      const body = email.trim() ? { email } : {}
      const paid = await call(completeTestCheckout, { params: { checkoutId: checkout.id }, body })
      location.assign(paid.returnUrl)
    } catch (error) {
      setBusy(false)
      setRefusal(failureText(error))
    }
  }
  return (
    <SignUpFrame
      title={m.signup_test_title()}
      intro={m.signup_plan({ plan: planName({ id: checkout.planId, name: checkout.planName }) })}
    >
      {charge && <p className={styles.charge}>{charge}</p>}
      <p className={styles.test}>{m.signup_test_payment()}</p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void complete()
        }}
      >
        <div role="alert" className={refusal ? styles.refusal : undefined}>
          {refusal}
        </div>
        <TextField
          label={m.signup_email()}
          type="email"
          isOptional
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" variant="primary" isFullWidth isBusy={isBusy} busyLabel={m.landing_opening()}>
          {m.signup_test_complete()}
        </Button>
      </form>
    </SignUpFrame>
  )
}
