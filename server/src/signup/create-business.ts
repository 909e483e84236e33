import type { UserId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import type { PlanProof, SignUpFlow, SignUpView } from '#contracts/signup/signup.ts'
import { ONBOARDING_STEPS } from '#contracts/signup/steps.ts'
import { ensureDefaultAgents } from '#server/agent/service.ts'
import { claimCheckout, type Grant, grantPlan, redeemGiftToken } from '#server/billing/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { addMember, chooseSlug, createTenantIn } from '#server/tenant/service.ts'
import { insertDefaultLinks } from './customer-links.ts'
import { isAskedLater, pageAfter, SLUG_VARIANT } from './flows.ts'
import { insertOnboarding } from './queries.ts'
import { addStarterArticles } from './starter-articles.ts'

export type NewBusiness = {
  flow: SignUpFlow
  proof: PlanProof
  /** Empty where it is asked for later. */
  businessName: string
  website: string
  language: Language
  timezone: string
}

/** The person who signs up; `create` makes the account, or gives the one that is signed in. */
export type NewOwner = { name: string; email: string; create: (t: Tx) => Promise<UserId> }

/**
 * Creates a business with everything it begins with, in the given transaction: the row with its defaults, its owner, its plan, eight agents,
 * six starter articles, four links, and where onboarding stands. Throws what the proof of the plan throws.
 */
export async function createBusiness(
  t: Tx,
  given: NewBusiness,
  owner: NewOwner,
): Promise<{ ownerId: UserId; view: SignUpView }> {
  const { flow, language, businessName } = given
  const slug = await chooseSlug(t, { name: businessName, email: owner.email, variant: SLUG_VARIANT[flow] })
  const name = businessName || nameFrom(owner.email)
  await createTenantIn(t, {
    slug,
    name,
    businessInfo: { supportEmail: owner.email, website: given.website, timezone: knownTimezone(given.timezone) },
  })
  // Before the account: only who has a plan to redeem learns whether an e-mail address has an account.
  const grant = await provenPlan(t, given.proof, owner.email)
  const ownerId = await owner.create(t)
  await addMember(t, { userId: ownerId, name: owner.name, email: owner.email, role: 'owner' })
  await grantPlan(t, grant)
  await ensureDefaultAgents(t)
  await addStarterArticles(t, { language, industry: 'Other' })
  await insertDefaultLinks(t, language)
  const isDone = !isAskedLater(given)
  await insertOnboarding(t, {
    ownerId,
    flow,
    language,
    currentStep: isDone ? 'completion' : 'business_info',
    completedSteps: isDone ? [...ONBOARDING_STEPS] : [],
    startedAt: t.now,
    completedAt: isDone ? t.now : null,
    updatedAt: t.now,
  })
  return { ownerId, view: { slug, planId: grant.planId, next: pageAfter(flow, grant.planId) } }
}

/** The plan that a completed checkout or a gift token gives; either is used up by it. */
async function provenPlan(t: Tx, proof: PlanProof, email: string): Promise<Grant> {
  if (proof.kind === 'checkout') return claimCheckout(t, proof.checkoutId)
  await redeemGiftToken(t, { code: proof.token, email })
  return { planId: 'lifetime', source: 'gift' }
}

/** `Harbor-coffee` of `owner@harbor-coffee.example`: a name until the business gives its own. */
/** The name of a business until its owner gives it one. */
export function nameFrom(email: string): string {
  const domain = email.split('@')[1]?.split('.')[0] ?? ''
  return domain ? domain.charAt(0).toUpperCase() + domain.slice(1) : 'Support Center'
}

function knownTimezone(given: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone
  } catch {
    return 'America/New_York'
  }
}
