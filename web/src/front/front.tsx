import { useEffect } from 'react'
import * as m from '#i18n/messages.js'
import { LoadingScreen } from '#web/brand/loading.tsx'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { ToastRegion } from '#web/kit/toast.tsx'
import { soldPlan } from './addresses.ts'
import { Landing } from './landing/landing.tsx'

const waiting = { waiting: LoadingScreen }
const TestCheckout = lazyPart(async () => (await import('./checkout/test-checkout.tsx')).TestCheckout, waiting)
const PaymentSignUp = lazyPart(async () => (await import('./sign-up/payment.tsx')).PaymentSignUp, waiting)
const WizardSignUp = lazyPart(async () => (await import('./sign-up/wizard.tsx')).WizardSignUp, waiting)
const SimpleSignUp = lazyPart(async () => (await import('./sign-up/simple.tsx')).SimpleSignUp, waiting)
const GiftSignUp = lazyPart(async () => (await import('./sign-up/gift.tsx')).GiftSignUp, waiting)
const Onboarding = lazyPart(async () => (await import('./onboarding/onboarding.tsx')).Onboarding, waiting)

/** The pages for visitors: landing, checkout without Stripe, and the ways to sign up. */
export function Front() {
  return (
    <>
      <Page path={location.pathname} query={new URLSearchParams(location.search)} />
      <ToastRegion />
    </>
  )
}

function Page({ path, query }: { path: string; query: URLSearchParams }) {
  const [, first = '', second = ''] = path.split('/').map((part) => decodeURIComponent(part))
  const planId = soldPlan(second)
  switch (first) {
    case '':
      return <Landing />
    case 'test-checkout':
      return <TestCheckout checkoutId={second} />
    case 'gift':
      return second ? <GiftSignUp token={second} /> : <Redirect to="/signin" />
    case 'new-signup':
      return <WizardSignUp planId={planId} />
    case 'simple-signup':
      return <SimpleSignUp planId={planId} />
    case 'onboarding':
      return <Onboarding planId={planId} />
    default:
      return second ? <PaymentSignUp planId={planId} /> : <OldAddress query={query} />
  }
}

/** `/signup?gift_token=…&type=lifetime` redeems a gift; `/signup?plan=…` is the sign-up of that plan, of an unknown one the monthly one's. */
function OldAddress({ query }: { query: URLSearchParams }) {
  const token = query.get('gift_token')
  if (token === null || query.get('type') !== 'lifetime') {
    return <Redirect to={`/signup/${soldPlan(query.get('plan') ?? '')}`} />
  }
  return token.trim() ? <GiftSignUp token={token} /> : <Redirect to="/signin" />
}

function Redirect({ to }: { to: string }) {
  useEffect(() => {
    document.title = m.brand_wordmark()
    location.replace(to)
  }, [to])
  return <LoadingScreen />
}
