import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { ConversationId, CustomerId, CustomerMergeId, TicketId } from '#contracts/ids.ts'
import { MemoryView } from '#contracts/memory/memory.ts'
import { Cursor, pageOf } from '#contracts/page.ts'
import { EmailStatus, TicketStatus } from '#contracts/ticket/ticket.ts'
import { CustomerNoteView, CustomerView } from './customer.ts'
import { VisitView } from './visit.ts'

/** What happened with a customer, in one order of time. */
export const TimelineItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ticket'),
    at: Instant,
    id: TicketId,
    number: z.number().int(),
    subject: z.string(),
    status: TicketStatus,
  }),
  /** A chat that became no ticket. */
  z.object({
    kind: z.literal('chat'),
    at: Instant,
    id: ConversationId,
    preview: z.string(),
    messageCount: z.number().int(),
    visit: VisitView.nullable(),
    /** The customer's rating of the chat, 1 to 5; null without one. */
    stars: z.number().int().nullable(),
    comment: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('rating'),
    at: Instant,
    /** The ticket that was rated. */
    id: TicketId,
    number: z.number().int(),
    stars: z.number().int(),
    comment: z.string().nullable(),
  }),
  z.object({ kind: z.literal('note'), at: Instant, id: z.uuid(), note: CustomerNoteView }),
])
export type TimelineItem = z.output<typeof TimelineItem>

const MergedCustomer = z.object({
  id: CustomerId,
  name: z.string(),
  email: z.string().nullable(),
  emailStatus: EmailStatus.nullable(),
  lastActiveAt: Instant,
})

export const CustomerRecord = z.object({
  customer: CustomerView,
  /** The first visit of which anything is known. */
  visit: VisitView.nullable(),
  /** The ids of the person at the business itself, signed by its server. */
  externalIds: z.array(z.string()),
  statistics: z.object({
    tickets: z.number().int(),
    openTickets: z.number().int(),
    chats: z.number().int(),
    averageRating: z.number().nullable(),
    ratings: z.number().int(),
  }),
  /** The customers that members merged into this one, each with its own address. */
  merged: z.array(MergedCustomer),
  /** The merges that can be undone, newest first; `name`: of the customer that was merged, null where it is gone. */
  merges: z.array(z.object({ id: CustomerMergeId, name: z.string().nullable(), by: z.string(), at: Instant })),
  /** Other customers with one of its e-mails: visitors who claimed it, or the one who proved it. */
  sameEmail: z.array(z.object({ id: CustomerId, name: z.string(), emailStatus: EmailStatus, lastActiveAt: Instant })),
  /** What the assistant remembers from the visitor's latest session. */
  memory: MemoryView.nullable(),
  can: z.object({ erase: z.boolean(), export: z.boolean() }),
})
export type CustomerRecord = z.output<typeof CustomerRecord>

const Read = { method: 'GET', tag: 'customers', access: 'member', rate: 'read' } as const
const ById = z.object({ customerId: CustomerId })

export const getCustomerRecord = endpoint({
  ...Read,
  path: '/api/customers/:customerId',
  summary: 'A customer with figures, addresses and memory',
  scope: 'customers:read',
  params: ById,
  reply: CustomerRecord,
})

/** Tickets, chats, ratings and notes, newest first, 50 a page. */
export const listCustomerTimeline = endpoint({
  ...Read,
  path: '/api/customers/:customerId/timeline',
  summary: 'What happened with a customer',
  scope: 'customers:read',
  params: ById,
  query: z.object({ cursor: Cursor }),
  reply: pageOf(TimelineItem),
})
