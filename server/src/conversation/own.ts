import type { listOwnConversations } from '#contracts/conversation.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { Guest } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { listGuestConversations } from './queries.ts'

const PAGE = 50

/** The guest's own chats, newest first. The cursor is the instant of the last one shown. */
export async function listOwn(
  tenant: Tenant,
  actor: Guest,
  cursor: string | null,
): Promise<ReplyOf<typeof listOwnConversations>> {
  const before = cursor === null ? null : new Date(cursor)
  const since = before && Number.isNaN(before.getTime()) ? null : before
  const rows = await tenant.tx((t) => listGuestConversations(t, actor.guestId, since, PAGE + 1))
  const page = rows.slice(0, PAGE)
  return {
    items: page.map((row) => ({
      id: row.id,
      context: row.context,
      state: row.state,
      preview: row.preview,
      messageCount: row.messageCount,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    })),
    nextCursor: rows.length > PAGE ? (page.at(-1)?.updatedAt.toISOString() ?? null) : null,
  }
}
