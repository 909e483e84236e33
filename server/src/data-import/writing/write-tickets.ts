import * as m from '#i18n/messages.js'
import { numberUncountedTickets } from '#server/billing/service.ts'
import { orderedId } from '#server/platform/db/ordered-id.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { inEnglish } from '#server/platform/text/message.ts'
import { indexNewTickets, indexWordsLater } from '#server/ticket/service.ts'
import type { ImportContext } from './context.ts'
import type { PreparedTicket } from './prepare-ticket.ts'
import { findErased, findImported, insertRecords } from './queries.ts'
import type { Written } from './write-customers.ts'

/**
 * Adds the tickets that were not imported before, with their conversations. They are history: no event is emitted, so that nobody is notified,
 * no rule, agreed time or webhook begins, and nothing is counted against the plan. Numbered last, since no other ticket is numbered from then on.
 */
export async function writeTickets(t: Tx, given: readonly PreparedTicket[], context: ImportContext): Promise<Written> {
  const imported = await findImported(
    t,
    context.source,
    'ticket',
    given.map(({ externalId }) => externalId),
  )
  const fresh = given.filter(({ externalId }) => !imported.has(externalId))
  if (fresh.length === 0) return { added: 0, known: given.length }
  const tickets = await withCustomers(t, fresh, context)
  await indexWordsLater(t)
  await insertConversations(t, tickets)
  await insertMessages(t, tickets)
  await insertRecords(
    t,
    context,
    'ticket',
    tickets.map(({ externalId, id, messages }) => ({ externalId, targetId: id, isMade: true, seq: messages.length })),
  )
  const first = await numberUncountedTickets(t, tickets.length)
  await insertTickets(t, tickets, first)
  await indexNewTickets(
    t,
    tickets.map(({ id }) => id),
  )
  return { added: fresh.length, known: given.length - fresh.length }
}

type ImportedTicket = PreparedTicket & { customerId: string | null }

/** Tickets name their customer as the export does. Of one who was erased since, nothing of the person comes back. */
async function withCustomers(
  t: Tx,
  given: readonly PreparedTicket[],
  { source }: ImportContext,
): Promise<ImportedTicket[]> {
  const ids = [...new Set(given.flatMap(({ requesterId }) => requesterId ?? []))]
  const customers = await findImported(t, source, 'customer', ids)
  const erased = await findErased(t, [...customers.values()])
  return given.map((one) => {
    const customerId = customers.get(one.requesterId ?? '') ?? null
    const name = erased.get(customerId ?? '')
    if (name === undefined) return { ...one, customerId }
    const messages = one.messages.map((message) =>
      message.author === 'customer' ? { ...message, authorName: name, body: inEnglish(m.erased_text) } : message,
    )
    const texts = { subject: inEnglish(m.erased_text), description: inEnglish(m.erased_text), preview: '' }
    return { ...one, ...texts, customerId, customerName: name, customerEmail: null, messages }
  })
}

const insertConversations = (t: Tx, tickets: readonly ImportedTicket[]) =>
  t.sql(
    `INSERT INTO conversation (tenant_id, id, channel, state, customer_id, ticket_id, language, seq, message_count, preview, answered_seq,
       seen_by_customer_seq, seen_by_team_seq, created_at, updated_at)
     SELECT $1, r."conversationId", r.channel, CASE WHEN r.status IN ('resolved', 'closed') THEN 'closed' ELSE 'human' END, r."customerId", r.id,
       r.language, r.seq, r.seq, r.preview, r.seq, r.seq, r.seq, r."createdAt", r."lastMessageAt"
     FROM jsonb_to_recordset($2::jsonb) AS r("conversationId" uuid, id uuid, channel text, status text, "customerId" uuid, language text, seq integer,
       preview text, "createdAt" timestamptz, "lastMessageAt" timestamptz)`,
    [
      t.tenantId,
      JSON.stringify(
        tickets.map(
          ({
            conversationId,
            id,
            channel,
            status,
            customerId,
            language,
            messages,
            preview,
            createdAt,
            lastMessageAt,
          }) => {
            const seq = messages.length
            return { conversationId, id, channel, status, customerId, language, seq, preview, createdAt, lastMessageAt }
          },
        ),
      ),
    ],
    'prepared',
  )

const insertMessages = (t: Tx, tickets: readonly ImportedTicket[]) =>
  t.sql(
    `INSERT INTO message (tenant_id, id, conversation_id, seq, changed_seq, author, author_id, author_name, visibility, body, created_at)
     SELECT $1, r.id, r."conversationId", r.seq, r.seq, r.author, r."authorId", r."authorName", r.visibility, r.body, r.at
     FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, "conversationId" uuid, seq integer, author text, "authorId" uuid, "authorName" text, visibility text,
       body text, at timestamptz)`,
    [
      t.tenantId,
      JSON.stringify(
        tickets.flatMap(({ conversationId, messages }) =>
          messages.map((message) => ({ ...message, id: orderedId(), conversationId })),
        ),
      ),
    ],
    'prepared',
  )

/** Read by the team: what is unread is what comes from now on. */
const insertTickets = (t: Tx, tickets: readonly ImportedTicket[], first: number) =>
  t.sql(
    `INSERT INTO ticket (tenant_id, id, number, conversation_id, customer_id, customer_name, customer_email, subject, description, status, priority,
       priority_label, category, source, assignee_id, tags, custom_fields, preview, first_response_at, response_seconds, resolved_at, closed_at,
       last_message_at, created_at, updated_at)
     SELECT $1, r.id, r.number, r."conversationId", r."customerId", r."customerName", r."customerEmail", r.subject, r.description, r.status, r.priority,
       r.priority, r.category, r.source, r."assigneeId", ARRAY(SELECT jsonb_array_elements_text(r.tags)), r."customFields", r.preview,
       r."firstResponseAt", r."responseSeconds", r."resolvedAt", r."closedAt", r."lastMessageAt", r."createdAt", r."updatedAt"
     FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, number integer, "conversationId" uuid, "customerId" uuid, "customerName" text,
       "customerEmail" text, subject text, description text, status text, priority text, category text, source text, "assigneeId" uuid, tags jsonb,
       "customFields" jsonb, preview text, "firstResponseAt" timestamptz, "responseSeconds" integer, "resolvedAt" timestamptz, "closedAt" timestamptz,
       "lastMessageAt" timestamptz, "createdAt" timestamptz, "updatedAt" timestamptz)`,
    [
      t.tenantId,
      JSON.stringify(
        tickets.map(({ messages: _messages, ...ticket }, index) => ({ ...ticket, number: first + index })),
      ),
    ],
    'prepared',
  )
