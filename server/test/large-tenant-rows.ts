import { readFileSync } from 'node:fs'
import type { Client } from 'pg'

const STEP = 10_000

/**
 * The rest of the threads of the large tenant's tickets, customer and member in turn, in words of the demo businesses' knowledge with a few
 * common and many rare ones; and one chat for each four tickets that the assistant answered.
 */
export async function fillThreads(client: Client, tickets: number, messages: number): Promise<void> {
  await client.query(
    'CREATE TEMP TABLE vocabulary AS SELECT row_number() OVER () AS at, word FROM unnest($1::text[]) word',
    [knowledgeWords()],
  )
  await client.query('CREATE UNIQUE INDEX ON vocabulary (at)')
  for (let from = 0; from < tickets; from += STEP)
    await client.query(THREADS, [from, Math.min(tickets, from + STEP) - 1, messages])
  await client.query(THREAD_ENDS, [messages])
  await client.query(CHATS, [Math.floor(tickets / 4)])
  await client.query(ANSWERS)
}

/** Words of the demo businesses' FAQs and articles, the most frequent first. */
function knowledgeWords(): string[] {
  const counts = new Map<string, number>()
  for (const business of ['hollowbrook', 'fernbill', 'alder-court'])
    for (const file of ['faqs', 'articles']) {
      const text = readFileSync(new URL(`../src/demo/${business}/${file}.json`, import.meta.url), 'utf8')
      for (const word of text.match(/\p{L}{2,}/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word)
}

/** Twenty words each; the rank of a word is the cube of an even distribution, so that the first ones come in most of the messages. */
const THREADS = `
  INSERT INTO message (tenant_id, id, conversation_id, seq, changed_seq, author, author_id, author_name, body, created_at)
  SELECT tenant_id, pg_temp.id_of('message bench-large' || n || ' ' || seq), conversation_id, seq, seq,
    CASE WHEN seq % 2 = 1 THEN 'customer' ELSE 'member' END,
    CASE WHEN seq % 2 = 0 THEN pg_temp.id_of('user bench-large ' || (1 + n % 3)) END,
    CASE WHEN seq % 2 = 0 THEN 'Robin Roe' END, body, created_at + interval '1 hour' * seq
  FROM (
    SELECT t.tenant_id, t.conversation_id, t.created_at, t.number - 1 AS n, seq,
      (SELECT string_agg(v.word, ' ' ORDER BY w.i) FROM (
        SELECT i, 1 + floor((SELECT count(*) FROM vocabulary) * power(random() + 0 * seq * t.number, 3)) AS at FROM generate_series(1, 20) i) w
        JOIN vocabulary v USING (at)) AS body
    FROM ticket t, generate_series(2, $3::int) seq
    WHERE t.tenant_id = pg_temp.id_of('tenant bench-large') AND t.number - 1 BETWEEN $1::int AND $2::int) x`

const THREAD_ENDS = `
  UPDATE conversation SET seq = $1::int, message_count = $1::int WHERE tenant_id = pg_temp.id_of('tenant bench-large')`

/** Over the same year; each tenth guest has two. */
const CHATS = `
  INSERT INTO conversation (tenant_id, id, channel, state, guest_id, seq, message_count, preview, created_at, updated_at)
  SELECT pg_temp.id_of('tenant bench-large'), pg_temp.id_of('chat bench-large' || n), 'chat', 'ai',
    pg_temp.id_of('guest bench-large' || (n - CASE WHEN n % 10 = 9 THEN 1 ELSE 0 END)), 2, 2, 'Do you repair punctures?', at, at
  FROM generate_series(0, $1::int - 1) n, LATERAL (SELECT now() - interval '365 days' * (1 - n::float8 / $1::int)) x (at)`

const ANSWERS = `
  INSERT INTO agent_work (tenant_id, agent_id, conversation_id, answers, helped, failed, latency_ms, first_at, last_at)
  SELECT tenant_id, pg_temp.id_of('agent bench-large'), id, 1, 1, 0, 20, created_at, created_at FROM conversation
  WHERE tenant_id = pg_temp.id_of('tenant bench-large') AND channel = 'chat'`
