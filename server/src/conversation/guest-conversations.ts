import type { listGuestConversations as ListGuestConversations } from '#contracts/conversation/guest-conversation.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { Guest } from '#server/platform/actor.ts'
import { newestFirst, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { listGuestConversations } from './queries.ts'

const PAGE = 50

/** The guest's own chats, newest first. */
export async function listOwn(
  tenant: Tenant,
  actor: Guest,
  cursor: string | undefined,
): Promise<ReplyOf<typeof ListGuestConversations>> {
  const rows = await tenant.read((t) => listGuestConversations(t, actor.guestId, newestFirst.decode(cursor), PAGE + 1))
  const page = pageFrom(rows, PAGE, newestFirst, ({ updatedAt, id }) => ({ at: updatedAt, id }))
  return {
    ...page,
    items: page.items.map((row) => ({
      id: row.id,
      context: row.context,
      state: row.state,
      preview: row.preview,
      messageCount: row.messageCount,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    })),
  }
}
