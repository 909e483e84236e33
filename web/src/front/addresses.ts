import type { PlanId } from '#contracts/billing/plan.ts'

export type SoldPlan = Extract<PlanId, 'monthly' | 'lifetime'>

/** The sold plan of a name in an address; monthly for any other. */
export const soldPlan = (name: string): SoldPlan => (name === 'lifetime' ? 'lifetime' : 'monthly')

const FLOW_KEY = 'segue-signup-flow'

/** The ways to sign up that ask for the payment themselves; after it the payer returns to the one they came from. */
export type PayingFlow = 'signup' | 'new-signup' | 'simple-signup' | 'onboarding'
const PAYING_FLOWS: readonly PayingFlow[] = ['signup', 'new-signup', 'simple-signup', 'onboarding']

/** Remembers the way that a checkout was started from. The checkout opens in a new tab, so the tab's own storage would not do. */
export function rememberFlow(flow: PayingFlow): void {
  try {
    localStorage.setItem(FLOW_KEY, flow)
  } catch {
    // Without storage the payer goes on at /signup, which needs nothing else.
  }
}

/** The page on which a payer who came back from the checkout goes on; null where it is this one. */
export function flowToReturnTo(): PayingFlow | null {
  try {
    const flow = PAYING_FLOWS.find((one) => one === localStorage.getItem(FLOW_KEY))
    return flow && flow !== 'signup' ? flow : null
  } catch {
    return null
  }
}

/** The checkout that the payer came back from: Stripe's name for it in the return address. */
export const checkoutIdOf = (search: string): string | null => new URLSearchParams(search).get('session_id')
