import { randomUUID } from 'node:crypto'
import type { DataRunId, TenantId, UserId } from '#contracts/ids.ts'
import type { DataRunKind } from '#contracts/owner/data-run.ts'
import * as m from '#i18n/messages.js'
import type { Database } from '#server/platform/db/database.ts'
import { conflict } from '#server/platform/errors.ts'
import { findRun, findUnfinished, insertRun, lockRuns } from './queries.ts'
import type { DataRunRow } from './schema.ts'

type NewRun = {
  id: DataRunId
  kind: DataRunKind
  tenantId: TenantId | null
  by: { userId: UserId; email: string }
  given?: Record<string, unknown>
  storageKey?: string
  fileBytes?: number
  /** Until then its file is kept. */
  expiresAt?: Date
  /** For a run that begins later. */
  startsAt?: Date
}

/**
 * Adds a run, in the given transaction. The same request again gives the same run, and while one of its kind is unfinished for its
 * business, that one is given instead: a double click starts nothing twice. Throws conflict for an id of another kind.
 */
export async function beginRun(
  db: Pick<Database, 'query' | 'orm'>,
  now: Date,
  { id: asked, kind, tenantId, by, ...given }: NewRun,
): Promise<{ run: DataRunRow; isNew: boolean }> {
  await lockRuns(db)
  const taken = await findRun(db, asked)
  // A business does not learn that another one has the id.
  const isForeign = taken !== null && tenantId !== null && taken.tenantId !== tenantId
  const [id, same] = isForeign ? [randomUUID() as DataRunId, null] : [asked, taken]
  if (same && (same.kind !== kind || same.tenantId !== tenantId)) throw conflict(m.error_data_run_id_taken)
  const known = same ?? (await findUnfinished(db, [kind], tenantId))
  if (known) return { run: known, isNew: false }
  await insertRun(db, {
    id,
    kind,
    tenantId,
    requestedBy: by.userId,
    requestedByEmail: by.email,
    state: 'waiting',
    startsAt: now,
    createdAt: now,
    ...given,
  })
  const run = await findRun(db, id)
  if (!run) throw new Error('a run that was just added is gone')
  return { run, isNew: true }
}
