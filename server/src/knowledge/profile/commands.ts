import type { BusinessProfile, ProfileStep, ProfileView } from '#contracts/knowledge/profile.ts'
import { hasContent } from '#contracts/knowledge/profile-steps.ts'
import * as m from '#i18n/messages.js'
import { EDIT_KNOWLEDGE } from '#server/knowledge/policy.ts'
import type { Member } from '#server/platform/actor.ts'
import { conflict, invalid } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { findProfileRow, writeProfileRow } from './queries.ts'
import { readProfile } from './reads.ts'

const STEPS: readonly ProfileStep[] = [1, 2, 3, 4, 5]
const REQUIRED = ['companyName', 'industry', 'businessType'] as const
const REQUIRED_MISSING = m.error_profile_required

type Save = { version: number; profile: BusinessProfile; completedStep: ProfileStep | null }

/**
 * Saves the profile if `version` is the current one. Once step 1 is completed, its required fields must not be empty; an empty step
 * is not completed.
 * Throws invalid_input, or conflict with the current profile.
 */
export function saveBusinessProfile(tenant: Tenant, actor: Member, given: Save): Promise<ProfileView> {
  requireRole(actor, EDIT_KNOWLEDGE)
  return tenant.tx(async (t) => {
    const before = await findProfileRow(t)
    const visitedSteps = addStep(before?.row.completedSteps ?? [], given.completedStep)
    if (visitedSteps.includes(1)) requireFields(given.profile)
    const completedSteps = visitedSteps.filter((step) => hasContent(given.profile, step))
    const isComplete = completedSteps.length === STEPS.length
    const written = await writeProfileRow(t, given.version, {
      profile: given.profile,
      completedSteps,
      onboardingCompletedAt: isComplete ? (before?.row.onboardingCompletedAt ?? t.now) : null,
      updatedAt: t.now,
      updatedBy: actor.userId,
    })
    if (!written) {
      throw conflict(m.error_profile_changed, { current: await readProfile(t, actor) })
    }
    await recordActivity(t, actor, { action: m.activity_profile_saved, type: 'profile_saved' })
    return readProfile(t, actor)
  })
}

const addStep = (done: readonly ProfileStep[], step: ProfileStep | null): ProfileStep[] =>
  STEPS.filter((one) => one === step || done.includes(one))

function requireFields(profile: BusinessProfile): void {
  const missing = REQUIRED.filter((name) => profile[name].trim() === '')
  if (missing.length === 0) return
  throw invalid(Object.fromEntries(missing.map((name) => [`body.profile.${name}`, REQUIRED_MISSING])))
}
