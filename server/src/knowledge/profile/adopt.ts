import type { Tx } from '#server/platform/db/tenant.ts'
import { findProfileRow, writeProfileRow } from './queries.ts'
import { withDefaults } from './reads.ts'

/**
 * Takes over a profile of the earlier system: values that are valid here fill the fields that the business has left empty. Gives how many
 * fields it filled.
 */
export async function adoptProfile(t: Tx, given: Record<string, unknown>): Promise<number> {
  const saved = await findProfileRow(t)
  const before = withDefaults(saved?.row.profile ?? {})
  const adopted = withDefaults(given)
  const isEmpty = (value: string | readonly string[]) => value.length === 0
  const filled = Object.entries(adopted).filter(
    ([name, value]) => !isEmpty(value) && isEmpty(before[name as keyof typeof before]),
  )
  if (filled.length === 0) return 0
  await writeProfileRow(t, saved?.row.version ?? 0, {
    profile: { ...before, ...Object.fromEntries(filled) },
    completedSteps: saved?.row.completedSteps ?? [],
    onboardingCompletedAt: saved?.row.onboardingCompletedAt ?? null,
    updatedAt: t.now,
    updatedBy: saved?.row.updatedBy ?? null,
  })
  return filled.length
}
