import { and, eq, inArray } from 'drizzle-orm'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { canRead, canReadNotes } from './policy.ts'
import { type ConversationRow, conversation, type MessageRow, message } from './schema.ts'

/** The conversations that were merged into one, also through others. They are few: a merge refuses more than MAX_MERGED. */
export async function listMergedInto(t: Tx, id: ConversationId): Promise<ConversationRow[]> {
  const ids = await listMergedIds(t, id)
  if (ids.length === 0) return []
  return t.db
    .select()
    .from(conversation)
    .where(and(eq(conversation.tenantId, t.tenantId), inArray(conversation.id, ids)))
}

/** The ids of the same, also of several. */
export async function listMergedIds(t: Tx, into: ConversationId | ConversationId[]): Promise<ConversationId[]> {
  const rows = await t.sql<{ id: ConversationId }>(
    `WITH RECURSIVE merged AS (
       SELECT id FROM conversation WHERE tenant_id = $1 AND merged_into_id = ANY ($2::uuid[])
       UNION ALL SELECT c.id FROM conversation c JOIN merged ON c.merged_into_id = merged.id WHERE c.tenant_id = $1)
     SELECT id FROM merged`,
    [t.tenantId, [into].flat()],
  )
  return rows.map((row) => row.id)
}

/** Whether a conversation is this one, or was merged into it. */
export const isIn = async (t: Tx, row: ConversationRow, id: ConversationId): Promise<boolean> =>
  row.id === id || (row.hasMerged && (await listMergedIds(t, row.id)).includes(id))

/** At which number of the target's events a message stands, and where in the joined thread, from 1. */
type Place = { id: MessageId; place: number; position: number }
export type PlacedMessage = MessageRow & Pick<Place, 'place' | 'position'>

type Page = { before: number | null; limit: number }

/**
 * The newest messages before a position of the thread of a conversation and those merged into it, oldest first, by the time they were
 * written. Each conversation numbers its own events: a message of a merged one stands at the number of the target's event before it, so
 * that order and read positions of the joined thread are the target's. Only what the actor may read, decided for each conversation.
 */
export async function listJoinedMessages(
  t: Tx,
  actor: Actor,
  row: ConversationRow,
  { before, limit }: Page,
): Promise<PlacedMessage[]> {
  const merged = await listMergedInto(t, row.id)
  const ids = [row.id, ...merged.filter((one) => canRead(actor, one)).map(({ id }) => id)]
  const places = await t.sql<Place>(
    `SELECT id, place, position FROM (
       SELECT id, coalesce(max(seq) FILTER (WHERE conversation_id = $2) OVER thread, 0)::int AS place,
         (row_number() OVER thread)::int AS position
       FROM message WHERE tenant_id = $1 AND conversation_id = ANY ($3::uuid[]) AND ($4 OR visibility = 'public')
       WINDOW thread AS (ORDER BY created_at, conversation_id, seq)) placed
     WHERE $5::int IS NULL OR position < $5 ORDER BY position DESC LIMIT ${Math.trunc(limit)}`,
    [t.tenantId, row.id, ids, canReadNotes(actor), before],
  )
  const rows = await t.db
    .select()
    .from(message)
    .where(
      and(
        eq(message.tenantId, t.tenantId),
        inArray(
          message.id,
          places.map(({ id }) => id),
        ),
      ),
    )
  const byId = new Map(rows.map((one) => [one.id, one]))
  return places.reverse().flatMap(({ id, place, position }) => {
    const found = byId.get(id)
    return found ? [{ ...found, place, position }] : []
  })
}
