import { useEffect, useState } from 'react'
import { getSession } from '#contracts/identity/session.ts'
import { completeOnboardingStep, getOnboarding, type OnboardingView } from '#contracts/signup/onboarding.ts'
import * as m from '#i18n/messages.js'
import { LoadingScreen } from '#web/brand/loading.tsx'
import type { SoldPlan } from '#web/front/addresses.ts'
import { Notice } from '#web/front/sign-up/frame.tsx'
import { WhenPaid } from '#web/front/sign-up/paid.tsx'
import { PaidForm } from '#web/front/sign-up/payment.tsx'
import { useRead } from '#web/front/use-read.ts'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { BusinessForm } from './business-form.tsx'
import { FirstBusiness } from './first-business.tsx'
import { LinksPreview } from './links-preview.tsx'
import { Tour } from './tour.tsx'

/** `/onboarding/{plan}`: for visitors the account, for a new owner the wizard; whoever is done goes to the dashboard. */
export function Onboarding({ planId }: { planId: SoldPlan }) {
  const { data: session, error, again } = useRead(() => call(getSession), 'session')
  if (!session) {
    if (!error) return <LoadingScreen />
    return (
      <Notice title={m.onboarding_read_failed()} action={<ErrorState error={error} onRetry={again} title={null} />} />
    )
  }
  if (session.user && session.tenant) return <Wizard />
  return (
    <WhenPaid planId={planId} flow="onboarding">
      {(checkout) =>
        session.user ? (
          <FirstBusiness checkoutId={checkout.id} />
        ) : (
          <PaidForm checkout={checkout} flow="onboarding" title={m.onboarding_account_title()} />
        )
      }
    </WhenPaid>
  )
}

/** Resumes where the owner left off. */
function Wizard() {
  const { data, error, again } = useRead(() => call(getOnboarding), 'onboarding')
  const [saved, setSaved] = useState<OnboardingView | null>(null)
  const state = saved ?? data
  const isComplete = state?.isComplete ?? false
  useEffect(() => {
    if (isComplete) location.replace('/admin')
  }, [isComplete])
  if (!state) {
    if (!error) return <LoadingScreen />
    const retry = <ErrorState error={error} onRetry={again} title={null} />
    return <Notice title={m.onboarding_read_failed()} action={retry} />
  }
  if (isComplete) return <Notice title={m.signup_redirecting()} />
  const complete = (step: 'customer_links_preview' | 'dashboard_tour' | 'completion') =>
    call(completeOnboardingStep, { body: { step } })
  switch (state.currentStep) {
    case 'business_info':
    case 'tenant_generation':
      return <BusinessForm given={state.business} onSaved={setSaved} />
    case 'customer_links_preview':
      return (
        <LinksPreview links={state.links} onContinue={async () => setSaved(await complete('customer_links_preview'))} />
      )
    default:
      return (
        <Tour
          onFinish={async () => {
            // The last button ends the tour and the setting up; a tour that was recorded already is not an obstacle.
            await complete('dashboard_tour')
            setSaved(await complete('completion'))
          }}
        />
      )
  }
}
