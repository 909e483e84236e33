import { BusinessProfile, type ProfileView } from '#contracts/knowledge/profile.ts'
import { EDIT_KNOWLEDGE } from '#server/knowledge/policy.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasRole } from '#server/platform/policy.ts'
import { readTenant } from '#server/tenant/service.ts'
import { findProfileRow, type SavedProfile } from './queries.ts'

/** The stored profile, with defaults for fields that were added later. Null before the first save. */
export async function readBusinessProfile(t: Tx): Promise<BusinessProfile | null> {
  const saved = await findProfileRow(t)
  return saved?.row.profile ? withDefaults(saved.row.profile) : null
}

/** Values that are not valid any more become the default of their field. */
export function withDefaults(given: Partial<BusinessProfile>): BusinessProfile {
  const fields = Object.entries(BusinessProfile.shape).map(([name, field]) => {
    const read = field.safeParse(given[name as keyof BusinessProfile])
    return [name, read.success ? read.data : field.parse(undefined)]
  })
  return Object.fromEntries(fields) as BusinessProfile
}

/** The profile for the desk: before the first save empty but for the name that the business is known by. */
export const getBusinessProfile = (tenant: Tenant, actor: Actor): Promise<ProfileView> =>
  tenant.read((t) => readProfile(t, actor))

export async function readProfile(t: Tx, actor: Actor): Promise<ProfileView> {
  const [saved, { name, businessInfo }] = await Promise.all([findProfileRow(t), readTenant(t)])
  return presentProfile(saved, businessInfo.companyName || name, actor)
}

const presentProfile = (saved: SavedProfile | null, knownName: string, actor: Actor): ProfileView => ({
  profile: withDefaults(saved?.row.profile ?? { companyName: knownName }),
  completedSteps: saved?.row.completedSteps ?? [],
  onboardingCompleted: Boolean(saved?.row.onboardingCompletedAt),
  version: saved?.row.version ?? 0,
  updatedAt: saved?.row.updatedAt?.toISOString() ?? null,
  updatedBy: saved?.updatedByName ?? null,
  can: { edit: hasRole(actor, EDIT_KNOWLEDGE) },
})
