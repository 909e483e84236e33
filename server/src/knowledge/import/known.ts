import type { ImportRow } from '#contracts/knowledge/import.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { keyOf } from './csv.ts'
import { findKnown } from './queries.ts'

/** Says of each row whether its question is known already. */
export async function withKnown(t: Tx, rows: readonly ImportRow[]): Promise<ImportRow[]> {
  const known = await findKnown(
    t,
    rows.map(({ question }) => keyOf(question)),
  )
  return rows.map((row) => ({ ...row, isKnown: known.has(keyOf(row.question)) }))
}
