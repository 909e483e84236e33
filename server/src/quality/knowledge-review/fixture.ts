import { randomUUID } from 'node:crypto'
import type { KnowledgeConflictId, StaleEntryId } from '#contracts/ids.ts'
import { type EntryReference, listEntryMarks } from '#server/knowledge/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { storeCompared } from './compared.ts'
import { knowledgeConflict, knowledgeReview, staleEntry } from './schema.ts'

/** Keeps the daily review away: it would remove what a fixture has found. */
export const markReviewed = (tenant: Tenant): Promise<unknown> =>
  tenant.tx((t) =>
    t.db.insert(knowledgeReview).values({ tenantId: t.tenantId, reviewedAt: t.now }).onConflictDoNothing(),
  )

/** A contradiction between two entries, and one of them as possibly out of date. */
export const makeFindings = (
  tenant: Tenant,
  first: EntryReference,
  second: EntryReference,
): Promise<{ conflictId: KnowledgeConflictId; staleId: StaleEntryId }> =>
  tenant.tx(async (t) => {
    const conflictId = randomUUID() as KnowledgeConflictId
    const staleId = randomUUID() as StaleEntryId
    const side = (passage: string) => ({ passage, sentence: { start: 0, end: passage.length }, differs: [] })
    // As they are: the review that follows a change finds none.
    for (const entry of await listEntryMarks(t)) await storeCompared(t, entry)
    await t.db.insert(knowledgeConflict).values({
      tenantId: t.tenantId,
      id: conflictId,
      kind: 'money',
      firstKind: first.kind,
      firstId: first.id,
      first: side('The tour costs 10 euros.'),
      secondKind: second.kind,
      secondId: second.id,
      second: side('The tour costs 12 euros.'),
      fingerprint: 'proof',
      foundAt: t.now,
    })
    await t.db.insert(staleEntry).values({
      tenantId: t.tenantId,
      id: staleId,
      kind: first.kind,
      sourceId: first.id,
      reason: 'never_used',
      mark: 'proof',
      foundAt: t.now,
    })
    return { conflictId, staleId }
  })
