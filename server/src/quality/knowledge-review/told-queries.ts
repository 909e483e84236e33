import type { CustomerId, MessageId, TicketId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

const SHOWN = 20

type ToldRow = {
  messageId: MessageId
  customerId: CustomerId | null
  customerName: string | null
  ticketId: TicketId | null
  ticketNumber: number | null
  at: Date
  conversations: number
}

/**
 * The conversations in which an answer cited an entry with a sentence in the cited text: how many, and the newest of them. An answer that
 * cited the entry with another text, before a change or from another passage, is not one of them.
 */
export const listToldRows = (t: Tx, kind: string, sourceId: string, sentence: string): Promise<ToldRow[]> =>
  t.sql(
    `WITH told AS (
       SELECT DISTINCT ON (m.conversation_id) m.conversation_id, m.id, m.created_at FROM knowledge_use u
       JOIN message m ON m.tenant_id = u.tenant_id AND m.id = u.message_id
       WHERE u.tenant_id = $1 AND u.kind = $2 AND u.source_id = $3
         AND EXISTS (SELECT 1 FROM jsonb_array_elements(m.sources) s WHERE s ->> 'id' = $3::text AND strpos(s ->> 'passage', $4) > 0)
       ORDER BY m.conversation_id, m.created_at DESC)
     SELECT told.id AS "messageId", told.created_at AS at, c.customer_id AS "customerId", k.name AS "customerName",
       i.id AS "ticketId", i.number AS "ticketNumber", (count(*) OVER ())::int AS conversations
     FROM told JOIN conversation c ON c.tenant_id = $1 AND c.id = told.conversation_id AND NOT c.is_demo
     LEFT JOIN customer k ON k.tenant_id = $1 AND k.id = c.customer_id
     LEFT JOIN ticket i ON i.tenant_id = $1 AND i.id = c.ticket_id
     ORDER BY told.created_at DESC, told.id LIMIT ${SHOWN}`,
    [t.tenantId, kind, sourceId, sentence],
  )
