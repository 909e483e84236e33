import { makeGuest } from '#server/customer/fixture.ts'
import type { seededRandom } from '#server/demo/seeded-random.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { queryAsOwner } from '#test/owner-query.ts'

/** A question that the knowledge answers. */
export const QUESTION = 'How long do I have to return something?'

/** A message or ticket a client sends; it is sent again under the same id until it is acknowledged. */
export type WriteRequest = { kind: 'chat' | 'message' | 'ticket'; id: string; conversationId: string; text: string }
export type Writer = { token: string; conversationId: string; pending: WriteRequest | null; sent: number }
/** Where writers write, and what was acknowledged to them. */
export type Desk = {
  url: string
  slug: string
  acknowledged: WriteRequest[]
  /** Gets the text of a reply that acknowledges nothing; empty where there was none. */
  onRefused?(text: string): void
}

/** Only a server that never answers reaches it. */
const REPLY_LIMIT_MS = 60_000

/** Guests of a business, each of whom begins with a chat. */
export async function makeWriters(tenant: Tenant, count: number): Promise<Writer[]> {
  const writers: Writer[] = []
  for (let n = 0; n < count; n += 1) {
    const { token } = await makeGuest(tenant)
    const id = crypto.randomUUID()
    writers.push({
      token,
      conversationId: id,
      pending: { kind: 'chat', id, conversationId: id, text: '' },
      sent: 0,
    })
  }
  return writers
}

export function nextWrite(client: Writer, index: number, random: ReturnType<typeof seededRandom>): WriteRequest {
  client.sent += 1
  const kind = random.between(0, 4) === 0 ? 'ticket' : 'message'
  const text = `${QUESTION} (${index}.${client.sent})`
  return { kind, id: crypto.randomUUID(), conversationId: client.conversationId, text }
}

/** Sends the pending write: the status of the reply, null without a complete one. Only a 201 acknowledges; what was not is sent again under the same id. */
export async function sendPending(
  { url, slug, acknowledged, onRefused }: Desk,
  writer: Writer,
): Promise<number | null> {
  const write = writer.pending
  if (!write) return 201
  const [path, body] = requestOf(`${url}/api/portal/${slug}`, write)
  const reply = await post(path, writer.token, body)
  if (reply === null || reply.status >= 500) {
    onRefused?.(reply?.text ?? '')
    return reply?.status ?? null
  }
  if (reply.status !== 201) throw new Error(`${write.kind} was refused: ${reply.status} ${reply.text}`)
  acknowledged.push(write)
  writer.pending = null
  return 201
}

async function post(path: string, token: string, body: object): Promise<{ status: number; text: string } | null> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  try {
    const signal = AbortSignal.timeout(REPLY_LIMIT_MS)
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body), signal })
    return { status: response.status, text: await response.text() }
  } catch {
    return null
  }
}

function requestOf(at: string, { kind, id, conversationId, text }: WriteRequest): [string, object] {
  if (kind === 'chat') return [`${at}/conversations`, { id, context: 'general' }]
  if (kind === 'message') return [`${at}/conversations/${conversationId}/messages`, { id, body: text, fileIds: [] }]
  return [`${at}/tickets`, { id, name: 'Jo', email: 'jo@example.com', subject: text, description: text }]
}

export type Compared = { acknowledged: number; lost: string[]; duplicated: string[] }

/** Compares what was acknowledged with the stored rows, by id and text. */
export async function compareWrites(url: string, acknowledged: readonly WriteRequest[]): Promise<Compared> {
  const lost: string[] = []
  const stored = {
    chat: idsOf(await queryAsOwner(url, `SELECT conversation_id || ' ' AS key FROM message WHERE kind = 'greeting'`)),
    message: idsOf(await queryAsOwner(url, `SELECT id || ' ' || body AS key FROM message WHERE author = 'customer'`)),
    ticket: idsOf(
      await queryAsOwner(
        url,
        `SELECT t.id || ' ' || t.subject AS key FROM ticket t
      JOIN message m ON m.tenant_id = t.tenant_id AND m.conversation_id = t.conversation_id AND m.body = t.subject`,
      ),
    ),
  }
  for (const { kind, id, text } of acknowledged) {
    if (!stored[kind].has(`${id} ${text}`)) lost.push(`${kind} ${id} ${text}`)
  }
  const duplicated = await queryAsOwner<{ what: string }>(url, DUPLICATED)
  return { acknowledged: acknowledged.length, lost, duplicated: duplicated.map(({ what }) => what) }
}

const idsOf = (rows: Record<string, unknown>[]): Set<string> => new Set(rows.map(({ key }) => String(key)))

/** Rows that exist twice although the client created them once. */
const DUPLICATED = `
  SELECT 'message stored twice: ' || body AS what FROM message WHERE author = 'customer' GROUP BY body HAVING count(*) > 1
  UNION ALL SELECT 'ticket stored twice: ' || subject FROM ticket GROUP BY subject HAVING count(*) > 1
  UNION ALL SELECT 'greeting stored twice: ' || conversation_id FROM message WHERE kind = 'greeting' GROUP BY conversation_id HAVING count(*) > 1
  UNION ALL SELECT 'mail stored twice: ' || ticket_id || ' ' || type FROM email_notification GROUP BY ticket_id, type, "to" HAVING count(*) > 1
  UNION ALL SELECT 'a gap in the ticket numbers' WHERE (SELECT count(*) FROM ticket) <> (SELECT coalesce(max(number), 0) FROM ticket)
  UNION ALL SELECT DISTINCT 'more answers than questions: ' || conversation_id FROM (
    SELECT conversation_id, count(*) FILTER (WHERE author = 'customer') OVER w AS asked,
      count(*) FILTER (WHERE author = 'assistant' AND state = 'complete') OVER w AS answered FROM message
    WHERE kind = 'text' WINDOW w AS (PARTITION BY conversation_id ORDER BY seq)) m WHERE answered > asked`

const UNANSWERED = `
  SELECT count(*)::int AS n FROM conversation c
  WHERE c.channel = 'chat' AND (c.answer_due_at IS NOT NULL OR (
    SELECT author FROM message m WHERE m.tenant_id = c.tenant_id AND m.conversation_id = c.id AND m.author <> 'system'
    ORDER BY seq DESC LIMIT 1) = 'customer')`

/** Waits until every chat is answered, up to the limit; the number of unanswered ones. `ask`: queries the database as its owner. */
export async function waitForAnswers(
  ask: (text: string) => Promise<{ n: number }[]>,
  limitMs: number,
): Promise<number> {
  const until = Date.now() + limitMs
  for (;;) {
    const [row] = await ask(UNANSWERED)
    if (row?.n === 0 || Date.now() > until) return row?.n ?? -1
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
