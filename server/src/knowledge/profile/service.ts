import { BusinessProfile, type ProfileStep, type ProfileView } from '#contracts/knowledge/profile.ts'
import { assertCanEdit, canEditKnowledge } from '#server/knowledge/policy.ts'
import type { Actor, Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { findProfile, type SavedProfile, writeProfile } from './queries.ts'

const STEPS: readonly ProfileStep[] = [1, 2, 3, 4, 5]
const REQUIRED = ['companyName', 'industry', 'businessType'] as const
const REQUIRED_MISSING = 'Please complete all required fields marked with *'

/** What is saved, filled up with what later versions added. Null before the first save. */
export async function readProfile(t: Tx): Promise<BusinessProfile | null> {
  const saved = await findProfile(t)
  return saved?.row.profile ? filled(saved.row.profile) : null
}

/** Options that exist no longer, and anything else that is none of today's, are as good as not said. */
function filled(given: Partial<BusinessProfile>): BusinessProfile {
  const fields = Object.entries(BusinessProfile.shape).map(([name, field]) => {
    const read = field.safeParse(given[name as keyof BusinessProfile])
    return [name, read.success ? read.data : field.parse(undefined)]
  })
  return Object.fromEntries(fields) as BusinessProfile
}

/** The profile as the desk shows it, empty before the first save. */
export const openProfile = (tenant: Tenant, actor: Actor): Promise<ProfileView> =>
  tenant.read(async (t) => present(await findProfile(t), actor))

const present = (saved: SavedProfile | null, actor: Actor): ProfileView => ({
  profile: filled(saved?.row.profile ?? {}),
  completedSteps: saved?.row.completedSteps ?? [],
  onboardingCompleted: Boolean(saved?.row.onboardingCompletedAt),
  version: saved?.row.version ?? 0,
  updatedAt: saved?.row.updatedAt?.toISOString() ?? null,
  updatedBy: saved?.updatedByName ?? null,
  can: { edit: canEditKnowledge(actor) },
})

type Save = { version: number; profile: BusinessProfile; completedStep: ProfileStep | null }

/**
 * Saves the profile over the version it was made from. Step 1 is completed with its required fields only, and they stay filled from
 * then on. Throws invalid_input, or conflict with the profile as it stands.
 */
export function saveProfile(tenant: Tenant, actor: Member, given: Save): Promise<ProfileView> {
  assertCanEdit(actor)
  return tenant.tx(async (t) => {
    const before = await findProfile(t)
    const completedSteps = stepsWith(before?.row.completedSteps ?? [], given.completedStep)
    if (completedSteps.includes(1)) requireFields(given.profile)
    const isComplete = completedSteps.length === STEPS.length
    const written = await writeProfile(t, given.version, {
      profile: given.profile,
      completedSteps,
      onboardingCompletedAt: isComplete ? (before?.row.onboardingCompletedAt ?? t.now) : null,
      updatedAt: t.now,
      updatedBy: actor.userId,
    })
    if (!written) {
      const current = present(await findProfile(t), actor)
      throw conflict('Somebody else saved the profile meanwhile. Look at their changes, then save again.', { current })
    }
    await recordActivity(t, actor, { action: 'Business profile saved', type: 'profile_saved' })
    return present(await findProfile(t), actor)
  })
}

const stepsWith = (done: readonly ProfileStep[], step: ProfileStep | null): ProfileStep[] =>
  STEPS.filter((one) => one === step || done.includes(one))

function requireFields(profile: BusinessProfile): void {
  const missing = REQUIRED.filter((name) => profile[name].trim() === '')
  if (missing.length === 0) return
  throw invalid(Object.fromEntries(missing.map((name) => [`body.profile.${name}`, REQUIRED_MISSING])))
}
