import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Client } from 'pg'
import { hashPassword } from '#server/identity/password-hash.ts'
import { fillThreads } from './large-tenant-rows.ts'

/** Password of every account of the benchmark's generated rows. */
export const PASSWORD = 'bench horse battery'
/** Tickets of each ordinary tenant, at any size of the database, so that the cost of a list is compared at equal tenants. */
export const TICKETS_PER_TENANT = 1000

/** The tenants of the benchmark. `quiet` is only read; `live` gets all writes and streams; `large` has many tickets. */
export const SLUGS = { quiet: 'bench-0', live: 'bench-live', large: 'bench-large' } as const

export type SeedSize = {
  /** Tickets of ordinary tenants, 1,000 each. */
  tickets: number
  /** Messages of each of them; 1 when not given. */
  messages?: number
  /** Tickets of the large tenant; 0: none. */
  largeTickets: number
  /** Messages of each of them; 1 when not given. */
  largeMessages?: number
  /** Guests of the live tenant, each with a chat that the assistant owns and one that became a ticket. */
  guests: number
}

/** The token of guest number `n` of the live tenant; 43 characters, as real ones have. */
export const guestToken = (n: number): string => `bench${String(n).padStart(38, '0')}`

/** The id of the seeded row of this name. */
export const idOf = (name: string): string => {
  const hex = createHash('md5').update(name).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-')
}

export const emailOf = (slug: string): string => `owner@${slug}.example`

/**
 * Fills an empty, migrated database by SQL as its owner. Tickets of all tenants are interleaved in time and on disk, as real
 * ones are. Foreign keys are not checked and indexes are built at the end, so that a million tickets take a minute.
 */
export async function seedDatabase(client: Client, size: SeedSize): Promise<void> {
  await client.query(
    `SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '512MB'`,
  )
  await client.query(ID_OF)
  const indexes = await dropIndexes(client)
  const tenants = Math.max(1, size.tickets / TICKETS_PER_TENANT)
  await client.query(BUSINESSES, [tenants, size.largeTickets > 0])
  await client.query(PEOPLE, [await hashPassword(PASSWORD)])
  await client.query(CUSTOMERS, [size.largeTickets])
  await fill(client, { slug: 'bench-', tenants, from: 0, to: size.tickets, days: 42 })
  if (size.largeTickets > 0) {
    await fill(client, { slug: SLUGS.large, tenants: 0, from: 0, to: size.largeTickets, days: 365 })
    if (size.largeMessages) await fillThreads(client, size.largeTickets, size.largeMessages)
  }
  await client.query(LIVE, [size.guests])
  await client.query(KNOWLEDGE, [readFileSync(new URL('../src/demo/hollowbrook/faqs.json', import.meta.url), 'utf8')])
  for (const statement of WORDS) await client.query(statement)
  if (size.messages) await fillMessages(client, tenants, size.messages)
  for (const index of indexes) await client.query(index)
  await client.query('RESET session_replication_role')
  await client.query('VACUUM (ANALYZE, FREEZE)')
}

/** Drops the indexes that are no constraint; returns the statements that create them again. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    SELECT i.indexname AS name, i.indexdef AS definition FROM pg_indexes i
    WHERE i.schemaname = 'public' AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conname = i.indexname)`)
  for (const { name } of rows) await client.query(`DROP INDEX public."${name}"`)
  return rows.map((row) => row.definition)
}

const STEP = 100_000

type Series = { slug: string; tenants: number; from: number; to: number; days: number }

async function fill(client: Client, what: Series): Promise<void> {
  for (let from = what.from; from < what.to; from += STEP) {
    const values = [what.slug, what.tenants, from, Math.min(what.to, from + STEP) - 1, what.to, what.days]
    for (const statement of TICKETS) await client.query(statement, values)
  }
}

/** The rest of the threads of the ordinary tenants' tickets, customer and member in turn, and a line of activity for each message. */
async function fillMessages(client: Client, tenants: number, messages: number): Promise<void> {
  for (let n = 0; n < tenants; n += TENANTS_AT_ONCE)
    for (const statement of [MORE_MESSAGES, ACTIVITIES])
      await client.query(statement, [n, Math.min(tenants, n + TENANTS_AT_ONCE) - 1, messages])
  await client.query(
    `UPDATE conversation SET seq = $1::int, message_count = $1::int
     WHERE tenant_id IN (SELECT id FROM tenant WHERE slug ~ '^bench-[0-9]+$')`,
    [messages],
  )
}

const TENANTS_AT_ONCE = 50

const ORDINARY = `ticket t JOIN generate_series($1::int, $2::int) b ON t.tenant_id = pg_temp.id_of('tenant bench-' || b)`

const MORE_MESSAGES = `
  INSERT INTO message (tenant_id, id, conversation_id, seq, changed_seq, author, body, created_at)
  SELECT t.tenant_id, gen_random_uuid(), t.conversation_id, seq, seq, CASE WHEN seq % 2 = 1 THEN 'customer' ELSE 'assistant' END,
    left(t.description, 60 + seq * 20), t.created_at + interval '1 hour' * seq
  FROM ${ORDINARY}, generate_series(2, $3::int) seq`

const ACTIVITIES = `
  INSERT INTO activity_log (tenant_id, id, actor_kind, actor_name, action, type, ticket_id, at)
  SELECT t.tenant_id, gen_random_uuid(), 'system', 'Segue', 'Status changed', 'ticket', t.id, t.created_at + interval '1 hour' * seq
  FROM ${ORDINARY}, generate_series(2, $3::int) seq`

/** A well-formed id (version 4) computed from a name. */
const ID_OF = `
  CREATE FUNCTION pg_temp.id_of(name text) RETURNS uuid LANGUAGE sql IMMUTABLE
  RETURN overlay(overlay(md5(name) placing '4' from 13) placing '8' from 17)::uuid`

const BUSINESSES = `
  INSERT INTO tenant (id, slug, name, business_info, branding, ai_settings, customer_experience)
  SELECT pg_temp.id_of('tenant ' || slug), slug, 'Business ' || slug,
    jsonb_build_object('companyName', slug, 'supportEmail', '', 'website', '', 'phone', '', 'industry', 'General',
      'description', '', 'timezone', 'UTC', 'businessHours',
      '{"start": "09:00", "end": "17:00", "days": ["monday", "tuesday", "wednesday", "thursday", "friday"]}'::jsonb),
    '{"primaryColor": "#38beba", "logo": null, "favicon": null, "welcomeMessage": "How can we help you today?"}',
    '{"escalationThreshold": 3, "confidenceThreshold": 0.8}',
    '{"enableRatings": true, "enableFeedback": true, "showResponseTime": true, "allowAnonymous": true}'
  FROM (SELECT 'bench-' || n FROM generate_series(0, $1::int - 1) n
        UNION ALL SELECT 'bench-live' UNION ALL SELECT 'bench-large' WHERE $2::boolean) x (slug)`

/** Three members for each tenant; the owner can sign in. */
const PEOPLE = `
  WITH people AS (
    SELECT t.id AS tenant_id, pg_temp.id_of('user ' || t.slug || ' ' || n) AS id, n,
      (ARRAY['owner', 'admin', 'agent'])[n] AS role,
      (ARRAY['Robin Roe', 'Sam Poe', 'Kim Doe'])[n] AS name,
      (ARRAY['owner', 'admin', 'agent'])[n] || '@' || t.slug || '.example' AS email
    FROM tenant t, generate_series(1, 3) n),
  users AS (INSERT INTO auth."user" (id, name, email, email_verified) SELECT id, name, email, true FROM people),
  accounts AS (INSERT INTO auth.account (account_id, provider_id, user_id, password)
    SELECT id::text, 'credential', id, $1 FROM people WHERE n = 1),
  counters AS (INSERT INTO tenant_counter (tenant_id, last_ticket_number) SELECT id, 1000000 FROM tenant),
  plans AS (INSERT INTO subscription (tenant_id, plan_id, source, status, started_at, ticket_limit)
    SELECT id, 'lifetime', 'owner', 'active', now(), 1000000000 FROM tenant)
  INSERT INTO member (tenant_id, user_id, name, email, role) SELECT tenant_id, id, name, email, role FROM people`

/** One customer for each ten tickets. */
const CUSTOMERS = `
  INSERT INTO customer (tenant_id, id, name, email)
  SELECT t.id, pg_temp.id_of('customer ' || t.slug || ' ' || n), 'Customer ' || n, 'customer' || n || '@example.com'
  FROM tenant t, LATERAL generate_series(0, CASE WHEN t.slug = 'bench-large' THEN $1::int / 10 ELSE 100 END - 1) n`

/** Row i of a series: its tenant, its number there, and its time within the last $6 days, ascending with i. */
const SERIES = `
  WITH series AS (
    SELECT i, CASE WHEN $2::int = 0 THEN $1::text ELSE $1::text || (i % $2::int) END AS slug,
      CASE WHEN $2::int = 0 THEN i ELSE i / $2::int END AS n,
      now() - interval '1 day' * $6::int * (1 - i::float8 / $5::int) AS at
    FROM generate_series($3::int, $4::int) i),
  row AS (
    SELECT s.*, pg_temp.id_of('tenant ' || slug) AS tenant_id, pg_temp.id_of('ticket ' || slug || n) AS id,
      pg_temp.id_of('conversation ' || slug || n) AS conversation_id,
      pg_temp.id_of('customer ' || slug || ' ' || (n / 10)) AS customer_id,
      'My order ' || i || ' has not arrived and I would like to know where it is. I paid by card on the third and chose '
        || 'delivery to the door; the tracking page has shown the same line since then. Please tell me what to do next.' AS words,
      (ARRAY['open', 'in-progress', 'waiting', 'resolved', 'closed', 'closed', 'closed', 'closed', 'closed', 'closed'])[1 + n % 10] AS status
    FROM series s)`

const TICKETS = [
  `${SERIES}
  INSERT INTO conversation (tenant_id, id, channel, state, customer_id, ticket_id, seq, message_count, preview, created_at, updated_at)
  SELECT tenant_id, conversation_id, 'form', CASE status WHEN 'closed' THEN 'closed' ELSE 'waiting' END, customer_id, id, 1, 1,
    left(words, 140), at, at FROM row`,
  `${SERIES}
  INSERT INTO message (tenant_id, id, conversation_id, seq, changed_seq, author, body, created_at)
  SELECT tenant_id, pg_temp.id_of('message ' || slug || n), conversation_id, 1, 1, 'customer', words, at FROM row`,
  `${SERIES}
  INSERT INTO ticket (tenant_id, id, number, conversation_id, customer_id, customer_name, customer_email, subject, description,
    status, priority, priority_label, category, source, assignee_id, preview, last_customer_seq, resolved_at, closed_at,
    first_response_at, response_seconds, rating, rated_at, last_message_at, created_at, updated_at)
  SELECT tenant_id, id, n + 1, conversation_id, customer_id, 'Customer ' || n / 10, 'customer' || n / 10 || '@example.com',
    'Where is order ' || i || '?', words, status, p, p, 'guest_support', 'guest_portal',
    CASE WHEN status <> 'open' THEN pg_temp.id_of('user ' || slug || ' ' || (1 + n % 3)) END, left(words, 140), 1,
    CASE WHEN status IN ('resolved', 'closed') THEN resolved END, CASE status WHEN 'closed' THEN resolved END,
    CASE WHEN status <> 'open' THEN at END, CASE WHEN status <> 'open' THEN (n::bigint * 7919) % 40000 END,
    CASE WHEN n % 50 IN (3, 4) THEN 1 + n / 50 % 5 END, CASE WHEN n % 50 IN (3, 4) THEN resolved END, at, at, at
  FROM row, LATERAL (SELECT (ARRAY['low', 'medium', 'medium', 'high', 'urgent'])[1 + n / 10 % 5],
    least(now(), at + interval '1 second' * ((n::bigint * 6007) % 200000))) x (p, resolved)`,
]

/** Guests with known tokens; number n has a chat with the assistant (\`ai n\`) and one that became a ticket (\`human n\`). */
const LIVE = `
  WITH visitor AS (
    SELECT n, pg_temp.id_of('tenant bench-live') AS tenant_id, pg_temp.id_of('guest ' || n) AS id,
      pg_temp.id_of('conversation bench-live' || n) AS human, pg_temp.id_of('conversation ai ' || n) AS ai
    FROM generate_series(0, $1::int - 1) n),
  guests AS (INSERT INTO guest (tenant_id, id, token_hash, expires_at)
    SELECT tenant_id, id, encode(sha256(('bench' || lpad(n::text, 38, '0'))::bytea), 'hex'), now() + interval '10 years' FROM visitor),
  chats AS (INSERT INTO conversation (tenant_id, id, channel, state, guest_id)
    SELECT tenant_id, ai, 'chat', 'ai', id FROM visitor),
  threads AS (INSERT INTO conversation (tenant_id, id, channel, state, guest_id, ticket_id, seq, message_count)
    SELECT tenant_id, human, 'chat', 'human', id, pg_temp.id_of('ticket bench-live' || n), 1, 1 FROM visitor),
  messages AS (INSERT INTO message (tenant_id, id, conversation_id, seq, changed_seq, author, body)
    SELECT tenant_id, pg_temp.id_of('message bench-live' || n), human, 1, 1, 'customer', 'Where is my order?' FROM visitor)
  INSERT INTO ticket (tenant_id, id, number, conversation_id, subject, description, status, priority_label, source, last_customer_seq)
  SELECT tenant_id, pg_temp.id_of('ticket bench-live' || n), n + 1, human, 'Where is order ' || n || '?', 'Where is my order?',
    'in-progress', 'medium', 'chat', 1 FROM visitor`

const KNOWLEDGE = `
  INSERT INTO faq (tenant_id, id, question, answer, phrasings, category, priority)
  SELECT pg_temp.id_of('tenant bench-live'), pg_temp.id_of('faq ' || (f->>'key')), f->>'question', f->>'answer',
    ARRAY(SELECT jsonb_array_elements_text(f->'phrasings')), f->>'category', f->>'priority'
  FROM jsonb_array_elements($1::jsonb) f`

/** What triggers would have written with the rows. */
const WORDS = [
  'INSERT INTO ticket_words (tenant_id, ticket_id, words) SELECT tenant_id, id, words_of_ticket(tenant_id, id) FROM ticket',
  `INSERT INTO ticket_vocabulary (tenant_id, word, ticket_id)
  SELECT tenant_id, word, (array_agg(ticket_id))[1]
  FROM ticket_words, unnest(tsvector_to_array(words)) word
  WHERE length(word) BETWEEN 4 AND 24 AND word !~ '[0-9#]' GROUP BY 1, 2`,
]
