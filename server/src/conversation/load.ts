import type { ConversationId } from '#contracts/ids.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import { canRead } from './policy.ts'
import { findConversation, lockConversation } from './queries.ts'
import type { ConversationRow } from './schema.ts'

/** Loads a conversation the actor may read; throws the same `not_found` as for a missing one. */
export async function getConversation(
  t: Tx,
  actor: Actor,
  id: ConversationId,
  lock?: 'forUpdate',
): Promise<ConversationRow> {
  const row = await (lock ? lockConversation(t, id) : findConversation(t, id))
  if (!row || !canRead(actor, row)) throw notFound('conversation')
  return row
}
