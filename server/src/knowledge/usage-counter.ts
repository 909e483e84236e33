import type { Source } from '#contracts/conversation/message.ts'
import type { MessageId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { RatedAnswer } from './retrieval/calibration.ts'

/**
 * Records that an answer rested on these sources, each once however often it was cited. Sources whose id is no UUID are left out.
 * `confidence` is that of the search (0 to 1) if the source was chosen by it alone; it is what ratings calibrate.
 */
export async function recordKnowledgeUse(
  t: Tx,
  messageId: MessageId,
  sources: readonly Pick<Source, 'kind' | 'id'>[],
  confidence: number | null = null,
): Promise<void> {
  if (sources.length === 0) return
  await t.sql(
    `INSERT INTO knowledge_use (tenant_id, message_id, kind, source_id, at, confidence)
     SELECT DISTINCT $1::uuid, $2::uuid, s.kind, s.id::uuid, $5::timestamptz, $6::real FROM unnest($3::text[], $4::text[]) AS s(kind, id)
     WHERE s.id ~ '^[0-9a-fA-F-]{36}$'
     ON CONFLICT DO NOTHING`,
    [t.tenantId, messageId, sources.map(({ kind }) => kind), sources.map(({ id }) => id), t.now, confidence],
  )
}

/** Confidence and rating of the latest rated answers that were chosen by confidence alone, newest first. */
export async function listRatedUses(t: Tx, limit: number): Promise<RatedAnswer[]> {
  const rows = await t.sql<{ confidence: number; helped: boolean }>(
    `SELECT confidence, is_helpful AS helped FROM knowledge_use
     WHERE tenant_id = $1 AND is_helpful IS NOT NULL AND confidence IS NOT NULL ORDER BY at DESC LIMIT $2`,
    [t.tenantId, limit],
  )
  return rows.map(({ confidence, helped }) => ({ confidence: Number(confidence), helped }))
}

/** Stores the rating of an answer with each of its sources; a later rating replaces the first, null removes it. */
export async function recordKnowledgeRating(t: Tx, messageId: MessageId, isHelpful: boolean | null): Promise<void> {
  await t.sql('UPDATE knowledge_use SET is_helpful = $3 WHERE tenant_id = $1 AND message_id = $2', [
    t.tenantId,
    messageId,
    isHelpful,
  ])
}
