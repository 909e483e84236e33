import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { listChatHistory } from '#contracts/conversation/chat-history.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { Guest } from '#server/platform/actor.ts'
import { afterPosition, type NewestFirstPosition, newestFirst, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { isNotLedOn, isTheirs, type OwnerOfChats } from './queries.ts'
import { conversation } from './schema.ts'

const PAGE = 20

/** When a chat's exchange began and ended, and who answered: instants as JSON has them. */
type Exchange = { startedAt: string; endedAt: string; isAnsweredByAssistant: boolean; people: string[] | null }

const firstOfCustomer = (t: Tx): SQL => sql`SELECT seq, created_at FROM message
  WHERE tenant_id = ${t.tenantId} AND conversation_id = "conversation"."id" AND author = 'customer' ORDER BY seq LIMIT 1`

/** From the customer's first message on, so that the greeting before it counts as no answer. */
const exchangeOf = (t: Tx) => sql<Exchange>`(SELECT json_build_object(
    'startedAt', min(q.created_at), 'endedAt', max(a.created_at),
    'isAnsweredByAssistant', coalesce(bool_or(a.author = 'assistant'), false),
    'people', json_agg(DISTINCT a.author_name) FILTER (WHERE a.author = 'member' AND a.author_name IS NOT NULL))
  FROM (${firstOfCustomer(t)}) q, message a
  WHERE a.tenant_id = ${t.tenantId} AND a.conversation_id = "conversation"."id" AND a.seq >= q.seq
    AND a.visibility = 'public' AND a.author <> 'system')`

const listPastChats = (t: Tx, of: OwnerOfChats, after: NewestFirstPosition | null) =>
  t.db
    .select({
      id: conversation.id,
      context: conversation.context,
      state: conversation.state,
      preview: conversation.preview,
      updatedAt: conversation.updatedAt,
      exchange: exchangeOf(t),
    })
    .from(conversation)
    .where(
      and(
        eq(conversation.tenantId, t.tenantId),
        eq(conversation.channel, 'chat'),
        isTheirs(of),
        isNotLedOn(t, of),
        sql`EXISTS (${firstOfCustomer(t)})`,
        afterPosition(conversation.updatedAt, conversation.id, after),
      ),
    )
    .orderBy(desc(conversation.updatedAt), desc(conversation.id))
    .limit(PAGE + 1)

/** The guest's chats, and those of the account they are signed in as, with when each was and who answered. */
export async function readChatHistory(
  tenant: Tenant,
  actor: Guest,
  cursor: string | undefined,
): Promise<ReplyOf<typeof listChatHistory>> {
  const rows = await tenant.read((t) => listPastChats(t, actor, newestFirst.decode(cursor)))
  const { items, nextCursor } = pageFrom(rows, PAGE, newestFirst, ({ updatedAt, id }) => ({ at: updatedAt, id }))
  return { items: items.map(present), nextCursor }
}

type PastChat = Awaited<ReturnType<typeof listPastChats>>[number]

const present = ({ exchange, updatedAt: _, ...row }: PastChat) => ({
  ...row,
  isAnsweredByAssistant: exchange.isAnsweredByAssistant,
  people: exchange.people ?? [],
  startedAt: new Date(exchange.startedAt).toISOString(),
  endedAt: new Date(exchange.endedAt).toISOString(),
})
