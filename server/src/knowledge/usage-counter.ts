import type { Source } from '#contracts/conversation/message.ts'
import type { MessageId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { RatedAnswer } from './retrieval/calibration.ts'

/**
 * Counts that an answer rested on these pieces of knowledge: each once, however often it was cited. What is no id of ours is left
 * out. `confidence` is how sure the engine was that it is the right piece, where it chose by that alone.
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

/** What customers said of the latest answers chosen by confidence alone, the newest first. */
export async function listRatedUses(t: Tx, limit: number): Promise<RatedAnswer[]> {
  const rows = await t.sql<{ confidence: number; helped: boolean }>(
    `SELECT confidence, is_helpful AS helped FROM knowledge_use
     WHERE tenant_id = $1 AND is_helpful IS NOT NULL AND confidence IS NOT NULL ORDER BY at DESC LIMIT $2`,
    [t.tenantId, limit],
  )
  return rows.map(({ confidence, helped }) => ({ confidence: Number(confidence), helped }))
}

/** Keeps whether an answer helped, with every piece it rested on; a later word replaces the first, null takes it back. */
export async function recordKnowledgeRating(t: Tx, messageId: MessageId, isHelpful: boolean | null): Promise<void> {
  await t.sql('UPDATE knowledge_use SET is_helpful = $3 WHERE tenant_id = $1 AND message_id = $2', [
    t.tenantId,
    messageId,
    isHelpful,
  ])
}
