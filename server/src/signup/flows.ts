import type { PlanId } from '#contracts/billing/plan.ts'
import type { SignUpFlow } from '#contracts/signup/signup.ts'
import type { SlugVariant } from '#server/tenant/service.ts'

/** How the portal's address is made in each way to sign up. */
export const SLUG_VARIANT: Record<SignUpFlow, SlugVariant> = {
  payment: 'onboarding',
  wizard: 'wizard',
  simple: 'simple',
  gift: 'wizard',
  onboarding: 'onboarding',
}

/** Whether the business itself is asked for after the sign-up: the owner is led through onboarding then. */
export const isAskedLater = ({ flow, businessName }: { flow: SignUpFlow; businessName: string }): boolean =>
  flow === 'onboarding' || businessName === ''

/** Where a sign-up leads after its success message. */
export function pageAfter(flow: SignUpFlow, planId: PlanId): string {
  if (flow === 'onboarding') return `/onboarding/${planId}`
  return flow === 'payment' && planId === 'lifetime' ? '/' : '/admin'
}
