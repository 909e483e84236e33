import { randomUUID } from 'node:crypto'
import type { Source } from '#contracts/conversation/message.ts'
import type { ConversationId, CustomerId, MessageId, TicketId, UserId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { conversation, message } from '#server/conversation/schema.ts'
import { previewOf } from '#server/conversation/service.ts'
import { customer } from '#server/customer/schema.ts'
import { knowledgeUse } from '#server/knowledge/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { inEnglish, type Text, text } from '#server/platform/text/message.ts'
import { activity, tenantCounter } from '#server/tenant/schema.ts'
import { actionColumns } from '#server/tenant/service.ts'
import { ticket, ticketRead } from '#server/ticket/schema.ts'
import { statusChanged } from '#server/ticket/service.ts'
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
 * Inserts six weeks of conversations as rows. They are history: no service is called, so that nobody is notified and nothing is
 * answered.
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

/** The knowledge that the answer of a message cited. */
const knowledgeUseRows = ({ tenantId, id, sources, createdAt }: Rows['messages'][number]) =>
  (sources ?? []).map((source) => ({ tenantId, messageId: id, kind: source.kind, sourceId: source.id, at: createdAt }))

function* chunks<T>(items: T[], size: number): Iterable<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

type DemoCustomer = { id: CustomerId; name: string; email: string }

async function writeCustomers(t: Tx, content: DemoContent, threads: DemoThread[]): Promise<DemoCustomer[]> {
  const written = content.customers.map(({ name, email }) => ({ id: randomUUID() as CustomerId, name, email }))
  const rows = content.customers.flatMap(({ name, email, plan }, index) => {
    const theirThreads = threads.filter((thread) => thread.customerIndex === index)
    const first = theirThreads.map((thread) => thread.createdAt.getTime())
    const last = theirThreads.map((thread) => thread.messages.at(-1)?.at.getTime() ?? 0)
    if (theirThreads.length === 0) return []
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

function addThread(rows: Rows, t: Tx, thread: DemoThread, context: ThreadContext): void {
  const id = randomUUID() as ConversationId
  const ticketId = thread.status ? (randomUUID() as TicketId) : null
  const last = thread.messages.at(-1)
  const shown = thread.messages.filter(isVisibleText)
  rows.messages.push(...thread.messages.map((message, index) => messageRow(t, id, message, index + 1, context)))
  rows.conversations.push({
    tenantId: t.tenantId,
    id,
    channel: thread.channel,
    context: thread.context,
    state: stateOf(thread),
    customerId: context.customer?.id ?? null,
    ticketId,
    seq: thread.messages.length,
    messageCount: thread.messages.length,
    preview: previewOf(shown.at(-1)?.body ?? ''),
    seenByTeamSeq: thread.messages.length,
    seenByCustomerSeq: thread.messages.length,
    createdAt: thread.createdAt,
    updatedAt: last?.at ?? thread.createdAt,
  })
  if (ticketId) addTicket(rows, t, thread, id, ticketId, context)
}

function stateOf(thread: DemoThread): 'ai' | 'waiting' | 'human' | 'closed' {
  if (!thread.status || thread.status === 'resolved' || thread.status === 'closed') return 'closed'
  return thread.firstResponseAt ? 'human' : 'waiting'
}

/** Whether a list shows this message as the preview: a public message of a person or the assistant, no system message. */
const isVisibleText = ({ visibility, author }: DemoThread['messages'][number]): boolean =>
  visibility === 'public' && author !== 'system'

function messageRow(
  t: Tx,
  conversationId: ConversationId,
  message: DemoThread['messages'][number],
  seq: number,
  context: ThreadContext,
) {
  const member = message.memberEmail ? context.people.get(message.memberEmail) : undefined
  const sources: Source[] = (message.sourceFaqKeys ?? []).flatMap((key) => {
    const faq = context.faqs.get(key)
    return faq ? [{ kind: 'faq', id: faq.id, title: faq.question, passage: faq.answer, articleSlug: null }] : []
  })
  return {
    tenantId: t.tenantId,
    id: randomUUID() as MessageId,
    conversationId,
    seq,
    changedSeq: seq,
    author: message.author,
    authorId: member?.userId ?? null,
    authorName: member?.name ?? (message.author === 'customer' ? (context.customer?.name ?? null) : null),
    visibility: message.visibility,
    body: message.body,
    sources,
    confidence: message.confidence ?? null,
    createdAt: message.at,
  }
}

/** From the customer's first message to the first answer of a person or the assistant. */
function responseSecondsOf(shown: DemoThread['messages']): number | null {
  const asked = shown.findIndex(({ author }) => author === 'customer')
  const answer = shown.slice(asked + 1).find(({ author }) => author === 'member' || author === 'assistant')
  const askedAt = shown[asked]?.at
  return askedAt && answer ? Math.round((answer.at.getTime() - askedAt.getTime()) / 1000) : null
}

function addTicket(
  rows: Rows,
  t: Tx,
  thread: DemoThread,
  conversationId: ConversationId,
  id: TicketId,
  context: ThreadContext,
): void {
  const assignee = thread.assigneeEmail ? context.people.get(thread.assigneeEmail) : undefined
  const shown = thread.messages.filter(isVisibleText)
  const customerSeq = thread.messages.findLastIndex(({ author }) => author === 'customer') + 1
  const last = shown.at(-1)?.at ?? thread.createdAt
  rows.tickets.push({
    tenantId: t.tenantId,
    id,
    number: context.number,
    conversationId,
    customerId: context.customer?.id ?? null,
    ...(context.customer ? { customerName: context.customer.name, customerEmail: context.customer.email } : {}),
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
    responseSeconds: responseSecondsOf(shown),
    resolvedAt: thread.resolvedAt,
    closedAt: thread.closedAt,
    lastMessageAt: last,
    createdAt: thread.createdAt,
    updatedAt: thread.closedAt ?? thread.resolvedAt ?? last,
  })
  // The team has read every ticket but the open ones, which the list shows as unread.
  if (thread.status !== 'open') {
    for (const { userId } of context.people.values()) {
      rows.reads.push({ tenantId: t.tenantId, ticketId: id, userId, seenSeq: thread.messages.length })
    }
  }
  addActivities(rows, t, thread, id, context)
}

function addActivities(rows: Rows, t: Tx, thread: DemoThread, ticketId: TicketId, context: ThreadContext): void {
  const assignee = thread.assigneeEmail ? context.people.get(thread.assigneeEmail) : undefined
  const add = (action: Text, type: string, at: Date | null, who: { userId?: UserId; name: string; email?: string }) => {
    if (!at) return
    rows.activities.push({
      tenantId: t.tenantId,
      id: randomUUID(),
      ...actionColumns(action),
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
  add(m.activity_ticket_created, 'guest_ticket_create', thread.createdAt, {
    name: context.customer?.name ?? inEnglish(m.activity_actor_guest),
  })
  if (!assignee) return
  add(text(m.activity_ticket_assigned, { name: assignee.name }), 'ticket_update', thread.firstResponseAt, assignee)
  add(statusChanged('resolved'), 'ticket_update', thread.resolvedAt, assignee)
  add(statusChanged('closed'), 'ticket_update', thread.closedAt, {
    ...assignee,
    name: 'Segue',
  })
}
