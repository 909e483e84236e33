import { idOf, TICKETS_PER_TENANT } from '#test/bulk-rows.ts'
import type { Statement } from './load.ts'

/** Each operation of the product as one plain statement: the least work of any server on these tables. */
export const listStatement = (slug: string): Statement => ({
  text: `
    SELECT t.id, t.number, t.subject, t.preview, t.status, t.priority, t.category, t.customer_name, t.customer_email,
      t.assignee_id, m.name, t.escalation_reason, t.is_demo, t.last_customer_seq, r.seen_seq, t.last_message_at, t.created_at, t.updated_at
    FROM ticket t
    LEFT JOIN member m ON m.tenant_id = $1 AND m.user_id = t.assignee_id
    LEFT JOIN ticket_read r ON r.tenant_id = $1 AND r.ticket_id = t.id AND r.user_id = $2
    WHERE t.tenant_id = $1 ORDER BY t.last_message_at DESC, t.id DESC LIMIT 101`,
  values: [idOf(`tenant ${slug}`), idOf(`user ${slug} 1`)],
})

export const openStatements = (slug: string): Statement[] =>
  Array.from({ length: TICKETS_PER_TENANT }, (_, n) => ({
    text: `
      SELECT to_jsonb(t) - 'search' AS ticket, to_jsonb(c) AS conversation, to_jsonb(cu) AS customer,
        (SELECT jsonb_agg(to_jsonb(m) ORDER BY m.seq) FROM (SELECT * FROM message WHERE tenant_id = $1
          AND conversation_id = t.conversation_id ORDER BY seq DESC LIMIT 101) m) AS messages,
        (SELECT jsonb_agg(to_jsonb(a)) FROM (SELECT * FROM activity_log WHERE tenant_id = $1 AND ticket_id = t.id
          ORDER BY at DESC LIMIT 50) a) AS activity,
        (SELECT jsonb_agg(to_jsonb(o)) FROM (SELECT id, number, subject, status, created_at FROM ticket WHERE tenant_id = $1
          AND customer_id = t.customer_id ORDER BY created_at DESC LIMIT 5) o) AS others
      FROM ticket t JOIN conversation c ON c.tenant_id = $1 AND c.id = t.conversation_id
      LEFT JOIN customer cu ON cu.tenant_id = $1 AND cu.id = t.customer_id
      WHERE t.tenant_id = $1 AND t.id = $2`,
    values: [idOf(`tenant ${slug}`), idOf(`ticket ${slug}${n}`)],
  }))

export const createStatement = (slug: string): Statement => ({
  text: `
    WITH n AS (UPDATE tenant_counter SET last_ticket_number = last_ticket_number + 1 WHERE tenant_id = $1 RETURNING last_ticket_number AS n),
    c AS (INSERT INTO conversation (tenant_id, id, channel, state, ticket_id, seq) VALUES ($1, $2, 'desk', 'waiting', $3, 1)),
    t AS (INSERT INTO ticket (tenant_id, id, number, conversation_id, subject, description, priority_label, source)
      SELECT $1, $3, n, $2, 'Where is my order?', $6, 'medium', 'desk' FROM n),
    m AS (INSERT INTO message (tenant_id, id, conversation_id, seq, changed_seq, author, body) VALUES ($1, $4, $2, 1, 1, 'customer', $6)),
    a AS (INSERT INTO activity_log (tenant_id, id, action, type, ticket_id, actor_kind, actor_name)
      VALUES ($1, $5, 'Ticket created', 'customer_ticket_create', $3, 'member', 'Robin Roe'))
    SELECT pg_notify('bench', $3::text)`,
  values: [idOf(`tenant ${slug}`), '{uuid}', '{uuid}', '{uuid}', '{uuid}', MESSAGE_TEXT],
  tenantId: idOf(`tenant ${slug}`),
})

export const sendStatements = (slug: string, chats: number): Statement[] =>
  Array.from({ length: chats }, (_, n) => ({
    text: `
      WITH c AS (UPDATE conversation SET seq = seq + 1, message_count = message_count + 1, updated_at = now()
        WHERE tenant_id = $1 AND id = $2 RETURNING seq),
      m AS (INSERT INTO message (tenant_id, id, conversation_id, seq, changed_seq, author, body)
        SELECT $1, $3, $2, seq, seq, 'customer', $4 FROM c),
      t AS (UPDATE ticket SET last_customer_seq = c.seq, last_message_at = now() FROM c WHERE tenant_id = $1 AND conversation_id = $2)
      SELECT pg_notify('bench', $4::text) FROM c`,
    values: [idOf(`tenant ${slug}`), idOf(`conversation ${slug}${n}`), '{uuid}', MESSAGE_TEXT],
  }))

/** The message text, by SQL and by HTTP. */
export const MESSAGE_TEXT =
  'My order has not arrived yet and the tracking page has shown the same line for three days. Can you find out where it is?'
