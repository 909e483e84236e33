import type { OnboardingBusiness, OnboardingStep, OnboardingView } from '#contracts/signup/onboarding.ts'
import { ONBOARDING_STEPS } from '#contracts/signup/steps.ts'
import * as m from '#i18n/messages.js'
import { planOf } from '#server/billing/service.ts'
import { finishOnboarding } from '#server/identity/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { chooseSlug, invalidatePortal, readTenant, setUpTenant } from '#server/tenant/service.ts'
import { nameFrom } from './create-business.ts'
import { readCustomerLinks } from './customer-links.ts'
import { SLUG_VARIANT } from './flows.ts'
import { SET_UP_BUSINESS } from './policy.ts'
import { findOnboarding, updateOnboarding } from './queries.ts'
import type { OnboardingRow } from './schema.ts'
import { replaceStarterArticles } from './starter-articles.ts'
import { queueWelcomeMail } from './welcome-mail.ts'

/** How far a business has come; one that did not sign up by itself is complete. */
export const getOnboarding = (tenant: Tenant): Promise<OnboardingView> =>
  tenant.read(async (t) => presentOnboarding(tenant, t, await findOnboarding(t)))

/**
 * Saves the business. The first time it also creates the portal's address from the name, and the starter articles of the industry: the steps
 * business_info and tenant_generation. Throws forbidden for agents, and conflict once the setting up is complete.
 */
export async function saveOnboardingBusiness(
  tenant: Tenant,
  actor: Member,
  given: OnboardingBusiness,
): Promise<OnboardingView> {
  requireRole(actor, SET_UP_BUSINESS)
  const { before, view } = await tenant.tx(async (t) => {
    const row = await getUnfinished(t)
    const before = (await readTenant(t)).slug
    const isFirst = !row.completedSteps.includes('tenant_generation')
    const { companyName, ...businessInfo } = given
    const variant = SLUG_VARIANT[row.flow]
    await setUpTenant(t, {
      name: companyName,
      slug: isFirst ? await chooseSlug(t, { name: companyName, email: actor.email, variant }) : null,
      businessInfo: { companyName, ...businessInfo },
    })
    if (isFirst) {
      await replaceStarterArticles(t, { language: row.language, industry: given.industry })
      await queueWelcomeMail(t, tenant.platform, actor.email, row.language)
    }
    const moved = await complete(t, row, ['business_info', 'tenant_generation'])
    return { before, view: await presentOnboarding(tenant, t, moved) }
  })
  // The former address leads nowhere any more, and of the new one it may have just been cached that it does not.
  for (const slug of [before, view.slug]) invalidatePortal(tenant.platform, slug)
  return view
}

/** Records a step as done; the last one ends the setting up. Throws forbidden for agents, and conflict for a step that is not next. */
export function completeOnboardingStep(tenant: Tenant, actor: Member, step: OnboardingStep): Promise<OnboardingView> {
  requireRole(actor, SET_UP_BUSINESS)
  return tenant.tx(async (t) => {
    const row = await findOnboarding(t, 'forUpdate')
    if (!row || row.completedSteps.includes(step)) return presentOnboarding(tenant, t, row)
    if (row.currentStep !== step) throw conflict(m.error_onboarding_step, { reason: 'other_step' })
    const moved = await complete(t, row, [step])
    if (moved.completedAt) await finishOnboarding(t, row.ownerId)
    return presentOnboarding(tenant, t, moved)
  })
}

async function getUnfinished(t: Tx): Promise<OnboardingRow> {
  const row = await findOnboarding(t, 'forUpdate')
  if (!row || row.completedAt) throw conflict(m.error_onboarding_complete, { reason: 'complete' })
  return row
}

/** Adds steps to the completed ones and moves to the first that is left. */
async function complete(t: Tx, row: OnboardingRow, steps: readonly OnboardingStep[]): Promise<OnboardingRow> {
  const completedSteps = ONBOARDING_STEPS.filter((step) => steps.includes(step) || row.completedSteps.includes(step))
  const next = ONBOARDING_STEPS.find((step) => !completedSteps.includes(step))
  const moved = { completedSteps, currentStep: next ?? 'completion', completedAt: next ? null : t.now }
  await updateOnboarding(t, moved)
  return { ...row, ...moved }
}

async function presentOnboarding({ platform }: Tenant, t: Tx, row: OnboardingRow | null): Promise<OnboardingView> {
  const tenant = await readTenant(t)
  const { slug, name, businessInfo } = tenant
  const { plan } = await planOf(t)
  // Until it was given, the name is one made from the e-mail address, which nobody should have to correct.
  const isGiven = !row || row.completedSteps.includes('business_info') || name !== nameFrom(businessInfo.supportEmail)
  const companyName = isGiven ? name : ''
  const { industry, website, phone, address, emergencyPhone, description } = businessInfo
  return {
    currentStep: row?.currentStep ?? 'completion',
    completedSteps: row?.completedSteps ?? [...ONBOARDING_STEPS],
    isComplete: row === null || row.completedAt !== null,
    planId: plan.id,
    business: { companyName, industry, website, phone, address, emergencyPhone, description },
    slug,
    links: await readCustomerLinks(t, platform, tenant, row?.language ?? 'en'),
  }
}
