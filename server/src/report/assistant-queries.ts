import type { ConversationId, CustomerId, TicketId } from '#contracts/ids.ts'
import type { ChatOutcome } from '#contracts/report/report.ts'
import type { NewestFirstPosition } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Period } from './period.ts'

/** A chat whose last answer is younger than this may still go on: it has no outcome yet. */
const QUIET = `interval '1 hour'`
/** Within this time after the last answer, a new chat or ticket of the same customer takes the credit back. */
const RETURN = `interval '7 days'`

/** Most have one chat: whether there was a later one is looked up only for those with several. */
const cameBack = (person: 'guest_id' | 'customer_id') =>
  `c.${person} IN (SELECT ${person} FROM conversation WHERE tenant_id = $1 AND ${person} IS NOT NULL GROUP BY ${person} HAVING count(*) > 1)
   AND EXISTS (SELECT 1 FROM conversation n WHERE n.tenant_id = $1 AND n.${person} = c.${person} AND n.updated_at > w.last_at
     AND n.created_at > w.last_at AND n.created_at <= w.last_at + ${RETURN})`

/** Chats with an answer that helped or failed, whose last answer is between $2 and $4. Demo chats are left out. $5 is now. */
const CHATS = `
  SELECT c.id, c.preview, c.ticket_id, c.customer_id, w.last_at, w.last_at >= $3 AS is_current,
    CASE WHEN w.helped = 0 OR c.ticket_id IS NOT NULL OR c.offer_reason IS NOT NULL OR c.state NOT IN ('ai', 'closed')
        OR r.is_helpful IS FALSE THEN 'person'
      WHEN (${cameBack('guest_id')}) OR (${cameBack('customer_id')}) THEN 'returned'
      WHEN r.is_helpful THEN 'confirmed' ELSE 'assumed' END AS outcome
  FROM (SELECT conversation_id, max(last_at) AS last_at, sum(helped) AS helped
    FROM agent_work WHERE tenant_id = $1 AND last_at >= $2
    GROUP BY conversation_id HAVING max(last_at) < least($4, $5::timestamptz - ${QUIET}) AND sum(helped) + sum(failed) > 0) w
  JOIN conversation c ON c.tenant_id = $1 AND c.id = w.conversation_id AND c.channel = 'chat' AND NOT c.is_demo
  LEFT JOIN (SELECT conversation_id, bool_and(helpful) AS is_helpful FROM message
    WHERE tenant_id = $1 AND helpful IS NOT NULL GROUP BY conversation_id) r ON r.conversation_id = c.id`

export const countOutcomes = (
  t: Tx,
  { before, start, end }: Period,
): Promise<{ outcome: ChatOutcome; isCurrent: boolean; chats: number }[]> =>
  t.sql(
    `SELECT outcome, is_current AS "isCurrent", count(*)::int AS chats FROM (${CHATS}) x GROUP BY outcome, is_current`,
    [t.tenantId, before, start, end, t.now],
  )

export type ChatRow = {
  id: ConversationId
  preview: string
  ticketId: TicketId | null
  customerId: CustomerId | null
  outcome: ChatOutcome
  at: Date
}

/** The chats of an outcome, newest answer first. */
export const listChats = (
  t: Tx,
  { start, end }: Period,
  outcome: ChatOutcome,
  { after, limit }: { after: NewestFirstPosition | null; limit: number },
): Promise<ChatRow[]> =>
  t.sql(
    `SELECT id, preview, ticket_id AS "ticketId", customer_id AS "customerId", outcome, date_trunc('milliseconds', last_at) AS at FROM (${CHATS}) x
     WHERE outcome = $6 AND ($7::timestamptz IS NULL OR (date_trunc('milliseconds', last_at), id) < ($7, $8::uuid))
     ORDER BY 5 DESC, id DESC LIMIT $9`,
    [t.tenantId, start, start, end, t.now, outcome, after?.at ?? null, after?.id ?? null, limit],
  )
