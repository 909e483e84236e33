import { randomUUID } from 'node:crypto'
import type { Source } from '#contracts/conversation/message.ts'
import type { ConversationId, CustomerId, MessageId, TicketId, UserId } from '#contracts/ids.ts'
import { conversation, message } from '#server/conversation/schema.ts'
import { previewOf } from '#server/conversation/service.ts'
import { customer } from '#server/customer/schema.ts'
import { knowledgeUse } from '#server/knowledge/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { activity, tenantCounter } from '#server/tenant/schema.ts'
import { ticket, ticketRead } from '#server/ticket/schema.ts'
import type { DemoContent } from './content.ts'
import type { DemoFaqs } from './create-demo.ts'
import { type DemoThread, demoTimeline } from './timeline.ts'

export type DemoPeople = Map<string, { userId: UserId; name: string; email: string }>

type Rows = {
  conversations: (typeof conversation.$inferInsert)[]
  messages: (typeof message.$inferInsert)[]
  tickets: (typeof ticket.$inferInsert)[]
  reads: (typeof ticketRead.$inferInsert)[]
  activities: (typeof activity.$inferInsert)[]
}

/**
 * Writes the six weeks as rows. They are history: nobody is mailed, nothing is answered, so they do not pass through the services
 * that do such things.
 */
export async function insertDemoHistory(
  t: Tx,
  content: DemoContent,
  people: DemoPeople,
  faqs: DemoFaqs,
): Promise<void> {
  const threads = demoTimeline(content, t.now)
  const customers = await writeCustomers(t, content, threads)
  const rows: Rows = { conversations: [], messages: [], tickets: [], reads: [], activities: [] }
  let number = 0
  for (const thread of threads) {
    if (thread.status) number += 1
    addThread(rows, t, thread, { number, customer: customers[thread.customerIndex], people, faqs })
  }
  await t.db.insert(conversation).values(rows.conversations)
  for (const chunk of chunks(rows.messages, 400)) await t.db.insert(message).values(chunk)
  const uses = rows.messages.flatMap(knowledgeUseRows)
  if (uses.length > 0) await t.db.insert(knowledgeUse).values(uses)
  await t.db.insert(ticket).values(rows.tickets)
  if (rows.reads.length > 0) await t.db.insert(ticketRead).values(rows.reads)
  if (rows.activities.length > 0) await t.db.insert(activity).values(rows.activities)
  await t.db.insert(tenantCounter).values({ tenantId: t.tenantId, lastTicketNumber: number })
}

/** What an answer of the past rested on. */
const knowledgeUseRows = ({ tenantId, id, sources, createdAt }: Rows['messages'][number]) =>
  (sources ?? []).map((source) => ({ tenantId, messageId: id, kind: source.kind, sourceId: source.id, at: createdAt }))

function* chunks<T>(items: T[], size: number): Iterable<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

type DemoCustomer = { id: CustomerId; name: string; email: string }

async function writeCustomers(t: Tx, content: DemoContent, threads: DemoThread[]): Promise<DemoCustomer[]> {
  const written = content.customers.map(({ name, email }) => ({ id: randomUUID() as CustomerId, name, email }))
  const rows = content.customers.flatMap(({ name, email, plan }, index) => {
    const own = threads.filter((thread) => thread.customerIndex === index)
    const first = own.map((thread) => thread.createdAt.getTime())
    const last = own.map((thread) => thread.messages.at(-1)?.at.getTime() ?? 0)
    if (own.length === 0) return []
    const joinedAt = new Date(Math.min(...first))
    return [
      {
        tenantId: t.tenantId,
        id: written[index]?.id as CustomerId,
        name,
        email,
        plan,
        joinedAt,
        lastActiveAt: new Date(Math.max(...last)),
      },
    ]
  })
  await t.db.insert(customer).values(rows)
  return written
}

type ThreadContext = { number: number; customer: DemoCustomer | undefined; people: DemoPeople; faqs: DemoFaqs }

function addThread(rows: Rows, t: Tx, thread: DemoThread, cast: ThreadContext): void {
  const id = randomUUID() as ConversationId
  const ticketId = thread.status ? (randomUUID() as TicketId) : null
  const last = thread.messages.at(-1)
  const shown = thread.messages.filter(isVisibleText)
  rows.messages.push(...thread.messages.map((said, index) => messageRow(t, id, said, index + 1, cast)))
  rows.conversations.push({
    tenantId: t.tenantId,
    id,
    channel: thread.channel,
    context: thread.context,
    state: stateOf(thread),
    customerId: cast.customer?.id ?? null,
    ticketId,
    seq: thread.messages.length,
    messageCount: thread.messages.length,
    preview: previewOf(shown.at(-1)?.body ?? ''),
    seenByTeamSeq: thread.messages.length,
    seenByCustomerSeq: thread.messages.length,
    createdAt: thread.createdAt,
    updatedAt: last?.at ?? thread.createdAt,
  })
  if (ticketId) addTicket(rows, t, thread, id, ticketId, cast)
}

function stateOf(thread: DemoThread): 'ai' | 'waiting' | 'human' | 'closed' {
  if (!thread.status || thread.status === 'resolved' || thread.status === 'closed') return 'closed'
  return thread.firstResponseAt ? 'human' : 'waiting'
}

/** What a list shows as the last words: what somebody said, not the line between. */
const isVisibleText = ({ visibility, author }: DemoThread['messages'][number]): boolean =>
  visibility === 'public' && author !== 'system'

function messageRow(
  t: Tx,
  conversationId: ConversationId,
  said: DemoThread['messages'][number],
  seq: number,
  cast: ThreadContext,
) {
  const member = said.memberEmail ? cast.people.get(said.memberEmail) : undefined
  const sources: Source[] = (said.sourceFaqKeys ?? []).flatMap((key) => {
    const faq = cast.faqs.get(key)
    return faq ? [{ kind: 'faq', id: faq.id, title: faq.question, passage: faq.answer, articleSlug: null }] : []
  })
  return {
    tenantId: t.tenantId,
    id: randomUUID() as MessageId,
    conversationId,
    seq,
    changedSeq: seq,
    author: said.author,
    authorId: member?.userId ?? null,
    authorName: member?.name ?? (said.author === 'customer' ? (cast.customer?.name ?? null) : null),
    visibility: said.visibility,
    body: said.body,
    sources,
    confidence: said.confidence ?? null,
    createdAt: said.at,
  }
}

function addTicket(
  rows: Rows,
  t: Tx,
  thread: DemoThread,
  conversationId: ConversationId,
  id: TicketId,
  cast: ThreadContext,
): void {
  const assignee = thread.assigneeEmail ? cast.people.get(thread.assigneeEmail) : undefined
  const shown = thread.messages.filter(isVisibleText)
  const customerSeq = thread.messages.findLastIndex(({ author }) => author === 'customer') + 1
  const last = shown.at(-1)?.at ?? thread.createdAt
  rows.tickets.push({
    tenantId: t.tenantId,
    id,
    number: cast.number,
    conversationId,
    customerId: cast.customer?.id ?? null,
    ...(cast.customer ? { customerName: cast.customer.name, customerEmail: cast.customer.email } : {}),
    subject: thread.subject,
    description: thread.messages.find(({ author }) => author === 'customer')?.body ?? thread.subject,
    status: thread.status ?? 'open',
    priority: thread.priority,
    priorityLabel: thread.priority,
    category: thread.category,
    source: thread.channel === 'chat' ? 'chat' : 'guest_portal',
    assigneeId: assignee?.userId ?? null,
    tags: thread.tags,
    escalationReason: thread.escalationReason,
    preview: previewOf(shown.at(-1)?.body ?? ''),
    lastCustomerSeq: customerSeq,
    rating: thread.rating,
    ratingComment: thread.ratingComment,
    ratedAt: thread.rating ? (thread.resolvedAt ?? last) : null,
    firstResponseAt: thread.firstResponseAt,
    resolvedAt: thread.resolvedAt,
    closedAt: thread.closedAt,
    lastMessageAt: last,
    createdAt: thread.createdAt,
    updatedAt: thread.closedAt ?? thread.resolvedAt ?? last,
  })
  // What somebody works on or has finished was read by the team; the new is bold.
  if (thread.status !== 'open') {
    for (const { userId } of cast.people.values()) {
      rows.reads.push({ tenantId: t.tenantId, ticketId: id, userId, seenSeq: thread.messages.length })
    }
  }
  addActivities(rows, t, thread, id, cast)
}

function addActivities(rows: Rows, t: Tx, thread: DemoThread, ticketId: TicketId, cast: ThreadContext): void {
  const assignee = thread.assigneeEmail ? cast.people.get(thread.assigneeEmail) : undefined
  const add = (
    action: string,
    type: string,
    at: Date | null,
    who: { userId?: UserId; name: string; email?: string },
  ) => {
    if (!at) return
    rows.activities.push({
      tenantId: t.tenantId,
      id: randomUUID(),
      action,
      type,
      ticketId,
      ticketSubject: thread.subject,
      actorKind: who.userId ? 'member' : 'guest',
      actorId: who.userId ?? null,
      actorName: who.name,
      actorEmail: who.email ?? null,
      at,
    })
  }
  add('Ticket created', 'guest_ticket_create', thread.createdAt, { name: cast.customer?.name ?? 'Guest' })
  if (!assignee) return
  add(`Assigned to ${assignee.name}`, 'ticket_update', thread.firstResponseAt, assignee)
  add('Ticket status updated to resolved', 'ticket_update', thread.resolvedAt, assignee)
  add('Ticket status updated to closed', 'ticket_update', thread.closedAt, { ...assignee, name: 'Segue' })
}
