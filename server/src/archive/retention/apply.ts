import type { ConversationId, TenantId } from '#contracts/ids.ts'
import type { RetentionCounts, RetentionPolicy } from '#contracts/tenant/retention.ts'
import * as m from '#i18n/messages.js'
import { deleteConversationFiles } from '#server/conversation/service.ts'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { removeStoredFile } from '#server/platform/files/removal.ts'
import type { RecurringJob } from '#server/platform/jobs/job.ts'
import { runForEach } from '#server/platform/jobs/recurring-jobs.ts'
import { type Tenant, tenantOf } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { KINDS, RETENTION_KINDS, type RetentionKind } from './kinds.ts'
import { findPolicy, saveRun } from './queries.ts'

const DAY_MS = 86_400_000
/** Rows that one transaction deletes, and how many such transactions one run has for a business; the next run goes on. */
const BATCH = 500
const BATCHES_OF_RUN = 200

const cutoffOf = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)

/** How many rows a policy would delete now. */
export async function countOld(t: Tx, policy: RetentionPolicy): Promise<RetentionCounts> {
  const counts: RetentionCounts = { chats: 0, files: 0, aiRecords: 0, mails: 0 }
  for (const kind of RETENTION_KINDS) {
    const days = policy[KINDS[kind].days]
    for (const { name, condition } of days === null ? [] : KINDS[kind].tables) {
      const [row] = await t.sql<{ n: number }>(
        `SELECT count(*)::int AS n FROM ${name} r WHERE r.tenant_id = $1 AND ${condition}`,
        [t.tenantId, cutoffOf(t.now, days as number)],
      )
      counts[kind] += row?.n ?? 0
    }
  }
  return counts
}

/** Deletes what is older than the policy of a business keeps, in batches. Gives what it deleted. */
export async function deleteOld(tenant: Tenant): Promise<RetentionCounts> {
  const deleted: RetentionCounts = { chats: 0, files: 0, aiRecords: 0, mails: 0 }
  let batches = 0
  for (const kind of RETENTION_KINDS) {
    for (const table of KINDS[kind].tables) {
      for (; batches < BATCHES_OF_RUN; batches += 1) {
        const n = await tenant.tx((t) => deleteBatch(t, kind, table))
        deleted[kind] += n
        if (n < BATCH) break
      }
    }
  }
  await tenant.tx(async (t) => {
    await saveRun(t, deleted)
    if (Object.values(deleted).every((n) => n === 0)) return
    await recordActivity(t, system, { action: text(m.activity_retention, deleted), type: 'retention' })
  })
  return deleted
}

/** The policy is read with each batch: one that was switched off meanwhile deletes nothing more. */
async function deleteBatch(
  t: Tx,
  kind: RetentionKind,
  { name, condition }: { name: string; condition: string },
): Promise<number> {
  const policy = await findPolicy(t)
  const days = policy?.[KINDS[kind].days] ?? null
  if (days === null) return 0
  const rows = await t.sql<{ id: ConversationId }>(
    `SELECT r.id FROM ${name} r WHERE r.tenant_id = $1 AND ${condition} ORDER BY r.id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
    [t.tenantId, cutoffOf(t.now, days)],
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  if (name === 'conversation') await deleteConversationFiles(t, ids)
  const hasFile = name === 'file' || name === 'inbound_mail'
  const gone = await t.sql<{ storage_key: string | null }>(
    `DELETE FROM ${name} WHERE tenant_id = $1 AND id = ANY ($2) RETURNING ${hasFile ? 'storage_key' : 'NULL AS storage_key'}`,
    [t.tenantId, ids],
  )
  for (const { storage_key: storageKey } of gone) if (storageKey) await t.enqueue(removeStoredFile, { storageKey })
  return ids.length
}

/** Deletes, for every business with a policy, what it no longer keeps. */
export const applyRetention: RecurringJob = {
  name: 'archive.retention',
  everySeconds: 3600,
  run: async (platform) => {
    const rows = await platform.db.query<{ tenant_id: TenantId }>('SELECT tenant_id FROM tenants_with_retention()')
    await runForEach(platform, rows, async ({ tenant_id: id }) => {
      await deleteOld(tenantOf(platform, id))
    })
  },
}
