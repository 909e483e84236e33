import type { ConversationId } from '#contracts/ids.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { getConversation } from './load.ts'
import type { ConversationRow } from './schema.ts'

/** Says that somebody types; nobody keeps it. */
export async function setTyping(tenant: Tenant, actor: Actor, id: ConversationId, isTyping: boolean): Promise<void> {
  await showTyping(tenant, actor, await tenant.read((t) => getConversation(t, actor, id)), isTyping)
}

/** The same in a conversation that was read already. */
export function showTyping(tenant: Tenant, actor: Actor, row: ConversationRow, isTyping: boolean): Promise<void> {
  const who = actor.kind === 'guest' ? 'customer' : actor.kind === 'member' ? 'member' : 'assistant'
  return tenant.platform.live.publishEphemeral({
    tenantId: tenant.id,
    desk: row.ticketId !== null,
    conversationId: row.id,
    seq: null,
    event: {
      type: 'typing',
      conversationId: row.id,
      who,
      name: actor.kind === 'member' ? actor.name : null,
      isTyping,
    },
  })
}
