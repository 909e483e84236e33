import type { ConversationId } from '#contracts/ids.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { publishTyping } from './live-events.ts'
import { getConversation } from './load.ts'

/** Shows on the open screens that the actor types, or no longer does. Throws not_found. */
export async function setTyping(tenant: Tenant, actor: Actor, id: ConversationId, isTyping: boolean): Promise<void> {
  await publishTyping(tenant, actor, await tenant.read((t) => getConversation(t, actor, id)), isTyping)
}
