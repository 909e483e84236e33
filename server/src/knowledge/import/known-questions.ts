import type { ImportRow } from '#contracts/knowledge/import.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { questionKey } from './csv.ts'
import { findFaqIdsByQuestion } from './queries.ts'

/** Sets `isKnown` on each row whose question a FAQ of the tenant already has. */
export async function flagKnownQuestions(t: Tx, rows: readonly ImportRow[]): Promise<ImportRow[]> {
  const known = await findFaqIdsByQuestion(
    t,
    rows.map(({ question }) => questionKey(question)),
  )
  return rows.map((row) => ({ ...row, isKnown: known.has(questionKey(row.question)) }))
}
