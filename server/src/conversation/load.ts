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

/**
 * The conversation that one leads on to: the one it was merged into, as far as the actor may read. A merge shows nobody what they could not
 * read before, so whoever may not read that one stays with their own. Under locks the source is locked before its target.
 */
export async function getCurrentConversation(
  t: Tx,
  actor: Actor,
  id: ConversationId,
  lock?: 'forUpdate',
): Promise<ConversationRow> {
  let row = await getConversation(t, actor, id, lock)
  while (row.mergedIntoId) {
    const target = await (lock ? lockConversation(t, row.mergedIntoId) : findConversation(t, row.mergedIntoId))
    if (!target || !canRead(actor, target)) break
    row = target
  }
  return row
}
