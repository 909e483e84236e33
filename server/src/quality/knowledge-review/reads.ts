import type { ReplyOf } from '#contracts/endpoint.ts'
import type { KnowledgeConflictId } from '#contracts/ids.ts'
import type * as contract from '#contracts/quality/knowledge-review.ts'
import type {
  KnowledgeConflictView,
  ReviewCounts,
  ReviewStatus,
  StaleEntryView,
} from '#contracts/quality/knowledge-review.ts'
import { EDIT_KNOWLEDGE, readSourceTitles, sourceKey } from '#server/knowledge/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { newestFirst, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasRole } from '#server/platform/policy.ts'
import { countWaiting } from './compared.ts'
import { countOpen, findConflict, listConflictRows } from './conflict-queries.ts'
import type { ConflictRow, StaleRow } from './schema.ts'
import { listStaleRows, readPageUrls } from './stale-queries.ts'
import { listToldRows } from './told-queries.ts'

type Query = { status: ReviewStatus; cursor?: string | undefined; limit: number }

/** A page of the contradictions in a business's knowledge, newest first. */
export const listKnowledgeConflicts = (
  tenant: Tenant,
  actor: Member,
  { status, cursor, limit }: Query,
): Promise<ReplyOf<typeof contract.listKnowledgeConflicts>> =>
  tenant.read(async (t) => {
    const [rows, open, waiting] = await Promise.all([
      listConflictRows(t, { status, after: newestFirst.decode(cursor), limit: limit + 1 }),
      countOpen(t),
      countWaiting(t),
    ])
    const page = pageFrom(rows, limit, newestFirst, ({ foundAt, id }) => ({ at: foundAt, id }))
    return {
      items: await presentConflicts(t, page.items),
      nextCursor: page.nextCursor,
      open,
      waiting,
      canEdit: hasRole(actor, EDIT_KNOWLEDGE),
    }
  })

export const readReviewCounts = (tenant: Tenant): Promise<ReviewCounts> => tenant.read(countOpen)

/** Rows with the titles that their entries have now. */
export async function presentConflicts(t: Tx, rows: readonly ConflictRow[]): Promise<KnowledgeConflictView[]> {
  const sources = rows.flatMap(({ firstKind, firstId, secondKind, secondId }) => [
    { kind: firstKind, id: firstId },
    { kind: secondKind, id: secondId },
  ])
  const titles = await readSourceTitles(t, sources)
  const titled = (source: { kind: ConflictRow['firstKind']; id: string }) => ({
    ...source,
    title: titles.get(sourceKey(source)) ?? '',
  })
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    first: { ...titled({ kind: row.firstKind, id: row.firstId }), ...row.first },
    second: { ...titled({ kind: row.secondKind, id: row.secondId }), ...row.second },
    status: row.status,
    dismissedByName: row.dismissedByName,
    foundAt: row.foundAt.toISOString(),
  }))
}

export async function getConflict(t: Tx, id: KnowledgeConflictId): Promise<ConflictRow> {
  const row = await findConflict(t, id)
  if (!row) throw notFound('contradiction')
  return row
}

/** Who was answered from either side of a contradiction. Throws not_found. */
export const listTold = (tenant: Tenant, id: KnowledgeConflictId): Promise<ReplyOf<typeof contract.listTold>> =>
  tenant.read(async (t) => {
    const row = await getConflict(t, id)
    const told = async (kind: string, sourceId: string, { passage, sentence }: ConflictRow['first']) => {
      const rows = await listToldRows(t, kind, sourceId, passage.slice(sentence.start, sentence.end))
      return {
        conversations: rows[0]?.conversations ?? 0,
        items: rows.map(({ messageId, customerId, customerName, ticketId, ticketNumber, at }) => ({
          messageId,
          customerId,
          customerName,
          ticket: ticketId && ticketNumber !== null ? { id: ticketId, number: ticketNumber } : null,
          at: at.toISOString(),
        })),
      }
    }
    return {
      first: await told(row.firstKind, row.firstId, row.first),
      second: await told(row.secondKind, row.secondId, row.second),
    }
  })

/** A page of the entries that may be out of date, newest finding first. */
export const listStaleEntries = (
  tenant: Tenant,
  actor: Member,
  { status, cursor, limit }: Query,
): Promise<ReplyOf<typeof contract.listStaleEntries>> =>
  tenant.read(async (t) => {
    const [rows, open] = await Promise.all([
      listStaleRows(t, { status, after: newestFirst.decode(cursor), limit: limit + 1 }),
      countOpen(t),
    ])
    const page = pageFrom(rows, limit, newestFirst, ({ foundAt, id }) => ({ at: foundAt, id }))
    return {
      items: await presentStale(t, page.items),
      nextCursor: page.nextCursor,
      open,
      canEdit: hasRole(actor, EDIT_KNOWLEDGE),
    }
  })

export async function presentStale(t: Tx, rows: readonly StaleRow[]): Promise<StaleEntryView[]> {
  const sources = rows.map(({ kind, sourceId }) => ({ kind, id: sourceId }))
  const ids = rows.map(({ sourceId }) => sourceId)
  const [titles, urls] = await Promise.all([readSourceTitles(t, sources), readPageUrls(t, ids)])
  return rows.map(({ id, kind, sourceId, reason, count, status, foundAt }) => ({
    id,
    kind,
    sourceId,
    title: titles.get(sourceKey({ kind, id: sourceId })) ?? '',
    reason,
    count,
    url: urls.get(sourceId) ?? null,
    status,
    foundAt: foundAt.toISOString(),
  }))
}
