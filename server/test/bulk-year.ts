import { queryAsOwner } from './owner-query.ts'

/** How many tickets a year of a business has, and how many chats that only the assistant answered. */
export type YearSize = { tickets: number; chats: number }

/**
 * A year of tickets and answered chats of a business, by SQL as the owner of the database: every second ticket began as a chat that the
 * assistant answered first, every fourth is rated, one in twenty is unfinished; every third chat has a rated answer, every fifth
 * customer comes back.
 */
export async function seedYear(ownerUrl: string, tenantId: string, { tickets, chats }: YearSize): Promise<void> {
  for (const [statement, count] of [
    ...[AGENT, ...TICKETS].map((one) => [one, tickets] as const),
    ...[GUESTS, ...CHATS].map((one) => [one, chats] as const),
  ]) {
    await queryAsOwner(ownerUrl, statement, [tenantId, count])
  }
  for (const table of ['ticket', 'conversation', 'agent_work', 'message', 'guest'])
    await queryAsOwner(ownerUrl, `VACUUM (ANALYZE) ${table}`)
}

/** A well-formed id computed from the tenant's and a name. */
const idOf = (name: string, n = 'n') =>
  `overlay(overlay(md5($1::text || '${name}' || ${n}) placing '4' from 13) placing '8' from 17)::uuid`

/** The tenant, number n of so many, and its time within the last year. */
const SERIES = `(SELECT $1::text::uuid AS tenant_id, n, now() - interval '362 days' * (1 - n::float8 / $2::int) - interval '2 days' AS at
  FROM generate_series(0, $2::int - 1) n) s`

const AGENT = `
  INSERT INTO agent (tenant_id, id, name, type, description, status, capabilities, personality, specializations)
  SELECT tenant_id, ${idOf('agent')}, 'A', 'general', '', 'active', '{}', '', '{}' FROM ${SERIES} WHERE n = 0`

const TICKETS = [
  `INSERT INTO conversation (tenant_id, id, channel, state, seq, message_count, preview, created_at, updated_at)
   SELECT tenant_id, ${idOf('conversation')}, CASE n % 2 WHEN 0 THEN 'chat' ELSE 'form' END, 'waiting', 1, 1, 'p', at, at FROM ${SERIES}`,
  `INSERT INTO ticket (tenant_id, id, number, conversation_id, subject, description, status, priority_label, category, source,
     first_response_at, response_seconds, resolved_at, rating, rated_at, last_message_at, created_at, updated_at)
   SELECT tenant_id, ${idOf('ticket')}, n + 1, ${idOf('conversation')}, 'Where is order ' || n || '?', 'd',
     CASE WHEN n % 20 > 0 THEN 'closed' ELSE 'open' END, 'medium', (ARRAY['general', 'billing', 'technical', 'account'])[1 + n % 4],
     (ARRAY['chat', 'guest_portal', 'chat', 'email'])[1 + n % 4],
     CASE WHEN n % 20 > 0 THEN at + interval '1 minute' * (1 + n * 7 % 600) END,
     CASE WHEN n % 2 = 0 THEN 1 WHEN n % 20 > 0 THEN 60 * (1 + n * 7 % 600) END,
     CASE WHEN n % 20 > 0 THEN at + interval '1 hour' * (1 + n * 11 % 90) END, CASE WHEN n % 20 > 0 AND n % 4 = 1 THEN 1 + n % 5 END,
     CASE WHEN n % 20 > 0 AND n % 4 = 1 THEN at + interval '1 hour' * (2 + n * 11 % 90) END, at, at, at FROM ${SERIES}`,
  `UPDATE conversation c SET ticket_id = t.id FROM ticket t
   WHERE t.tenant_id = $1::text::uuid AND c.tenant_id = t.tenant_id AND c.id = t.conversation_id AND t.number <= $2::int`,
  `INSERT INTO agent_work (tenant_id, conversation_id, agent_id, answers, helped, failed, latency_ms, first_at, last_at)
   SELECT tenant_id, ${idOf('conversation')}, ${idOf('agent', '0')}, 2, n / 2 % 2, 1 - n / 2 % 2, 900, at - interval '5 minutes',
     at - interval '1 minute' FROM ${SERIES} WHERE n % 2 = 0`,
]

const GUESTS = `
  INSERT INTO guest (tenant_id, id, token_hash, expires_at)
  SELECT tenant_id, ${idOf('guest')}, md5($1::text || n), now() + interval '1 year' FROM ${SERIES}`

const CHATS = [
  `INSERT INTO conversation (tenant_id, id, channel, state, guest_id, seq, message_count, preview, created_at, updated_at)
   SELECT tenant_id, ${idOf('chat')}, 'chat', 'ai', ${idOf('guest', '(CASE n % 5 WHEN 4 THEN n - 1 ELSE n END)')}, 2, 2, 'p', at,
     at + interval '2 minutes' FROM ${SERIES}`,
  `INSERT INTO agent_work (tenant_id, conversation_id, agent_id, answers, helped, failed, latency_ms, first_at, last_at)
   SELECT tenant_id, ${idOf('chat')}, ${idOf('agent', '0')}, 1, 1, 0, 700, at, at + interval '1 minute' FROM ${SERIES}`,
  `INSERT INTO message (tenant_id, id, conversation_id, seq, changed_seq, author, body, helpful, created_at)
   SELECT tenant_id, ${idOf('answer')}, ${idOf('chat')}, 1, 1, 'assistant', 'It is on its way.', CASE n % 3 WHEN 0 THEN n % 4 > 0 END, at
   FROM ${SERIES}`,
]
