import type { EntryMark, EntryReference } from '#server/knowledge/service.ts'
import { listEntryMarks } from '#server/knowledge/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** What changed since the entries were compared: new or other texts, and entries that may no longer be quoted. */
export type Changes = { changed: EntryMark[]; gone: EntryReference[] }

export async function findChanges(t: Tx): Promise<Changes> {
  const [now, before] = await Promise.all([
    listEntryMarks(t),
    t.sql<EntryMark>('SELECT kind, source_id AS id, mark FROM compared_entry WHERE tenant_id = $1', [t.tenantId]),
  ])
  const known = new Map(before.map(({ kind, id, mark }) => [`${kind} ${id}`, mark]))
  const present = new Set(now.map(({ kind, id }) => `${kind} ${id}`))
  return {
    changed: now.filter(({ kind, id, mark }) => known.get(`${kind} ${id}`) !== mark),
    gone: before.filter(({ kind, id }) => !present.has(`${kind} ${id}`)),
  }
}

/** How many entries wait to be compared. */
export const countWaiting = async (t: Tx): Promise<number> => (await findChanges(t)).changed.length

export const storeCompared = (t: Tx, { kind, id, mark }: EntryMark) =>
  t.sql(
    `INSERT INTO compared_entry (tenant_id, kind, source_id, mark, compared_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant_id, kind, source_id) DO UPDATE SET mark = excluded.mark, compared_at = excluded.compared_at`,
    [t.tenantId, kind, id, mark, t.now],
  )

/** Forgets entries that may no longer be quoted, with what was found of them. Gives whether anything was. */
export async function forgetEntries(t: Tx, entries: readonly EntryReference[]): Promise<boolean> {
  if (entries.length === 0) return false
  const given = [t.tenantId, entries.map(({ id }) => id)]
  await t.sql('DELETE FROM compared_entry WHERE tenant_id = $1 AND source_id = ANY ($2::uuid[])', given)
  const conflicts = await t.sql(
    `DELETE FROM knowledge_conflict WHERE tenant_id = $1 AND (first_id = ANY ($2::uuid[]) OR second_id = ANY ($2::uuid[])) RETURNING id`,
    given,
  )
  const stale = await t.sql(
    'DELETE FROM stale_entry WHERE tenant_id = $1 AND source_id = ANY ($2::uuid[]) RETURNING id',
    given,
  )
  return conflicts.length + stale.length > 0
}
