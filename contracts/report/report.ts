import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { ConversationId, CustomerId, TicketId } from '#contracts/ids.ts'
import { Cursor, Limit, pageOf } from '#contracts/page.ts'
import type { TicketSource } from '#contracts/ticket/ticket.ts'
import type { Channel } from '#contracts/ticket/ticket-filter.ts'

const Report = { tag: 'reports', access: 'member', rate: 'read' } as const

const Count = z.number().int()
/** Days of the business's time zone, the last one included. */
const Days = z.object({ from: z.iso.date(), to: z.iso.date() })
export type Days = z.output<typeof Days>

/** The period of a report: so many days up to today, or the days from `from` to `to`; the last 30 days without either. At most two years. */
const ChosenDays = z.object({
  last: z.coerce.number().int().min(1).max(732).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
export type ChosenDays = z.output<typeof ChosenDays>

/** A figure of the period and of the equally long period before it. */
const Compared = z.object({ value: Count, before: Count })
const ComparedOrNone = z.object({ value: z.number().nullable(), before: z.number().nullable() })

/** The period as days and as instants: a link from a figure to its rows carries the instants. */
const Period = Days.extend({ timezone: z.string(), start: Instant, end: Instant, previous: Days })

/** Durations in seconds, over the tickets of the figure: median and ninth decile. */
const Durations = z.object({ count: Count, median: ComparedOrNone, p90: ComparedOrNone })
const Ratings = z.object({ count: Compared, average: ComparedOrNone })

export const TicketReport = z.object({
  period: Period,
  created: Compared,
  resolved: Compared,
  /** Tickets that were open, in progress or waiting at the end of the period. */
  backlog: Compared,
  /** From the ticket's creation to the first reply of a person or the assistant, over the tickets created in the period. */
  firstResponse: Durations.extend({
    /** Tickets above the limit, slowest first, at most five; `limit` in seconds. */
    outliers: z.object({
      count: Count,
      limit: z.number().nullable(),
      tickets: z.array(z.object({ id: TicketId, number: Count, subject: z.string(), seconds: z.number() })),
    }),
  }),
  /** From creation to resolution, over the tickets resolved in the period. */
  resolution: Durations,
  /** Stars from 1 to 5, of the tickets rated in the period; null where there is no rating. */
  satisfaction: Ratings,
  /** `start`: its first instant; the day ends where the next one begins. */
  days: z.array(z.object({ day: z.iso.date(), start: Instant, created: Count, resolved: Count, backlog: Count })),
  /** Tickets created by weekday (1 Monday to 7 Sunday) and hour of the business's time zone; hours without any are left out. */
  hours: z.array(z.object({ weekday: Count, hour: Count, created: Count })),
})
export type TicketReport = z.output<typeof TicketReport>

export const getTicketReport = endpoint({
  ...Report,
  method: 'GET',
  path: '/api/reports/tickets',
  summary: 'Figures of tickets over a period, beside the period before',
  scope: 'analytics:read',
  query: ChosenDays,
  reply: TicketReport,
})

/** `link`: the source of the link by which the customer first came. */
export const Dimension = z.enum(['agent', 'team', 'category', 'channel', 'source', 'link'])
export type Dimension = z.output<typeof Dimension>

/** The sources that make up a channel. Demo tickets have a source of their own and are in no figure. */
export const SOURCES_OF: Record<Channel, readonly TicketSource[]> = {
  chat: ['chat'],
  form: ['guest_portal', 'customer_portal'],
  desk: ['desk'],
  email: ['email'],
}

export const TicketReportRow = z.object({
  /** A member's or team's id, a category, a channel, a source or that of a link; null: nobody, no team, no link. */
  key: z.string().nullable(),
  /** The name of a member or team; null where the key says it. */
  name: z.string().nullable(),
  created: Count,
  resolved: Count,
  /** Seconds. */
  firstResponse: z.number().nullable(),
  resolution: z.number().nullable(),
  ratings: Count,
  rating: z.number().nullable(),
})
export type TicketReportRow = z.output<typeof TicketReportRow>

export const getTicketReportBy = endpoint({
  ...Report,
  method: 'GET',
  path: '/api/reports/tickets/by',
  summary: 'Figures of tickets over a period by agent, team, category, channel, source or link',
  scope: 'analytics:read',
  query: ChosenDays.extend({ dimension: Dimension }),
  reply: z.object({ period: Period, rows: z.array(TicketReportRow) }),
})

export const exportReport = endpoint({
  ...Report,
  method: 'GET',
  path: '/api/reports/export',
  summary: 'Figures of a period as CSV, by day or by dimension',
  scope: 'analytics:read',
  answer: 'file',
  query: ChosenDays.extend({ by: z.enum(['day', ...Dimension.options]).default('day') }),
  reply: z.undefined(),
})

/**
 * How a chat that the assistant answered ended. `confirmed`: the customer rated an answer as helpful. `assumed`: nobody was needed and
 * the customer wrote no more. `returned`: confirmed or assumed, but the customer came back within seven days. `person`: a person was
 * needed, or no answer helped. A chat of the last hour is in none.
 */
export const ChatOutcome = z.enum(['confirmed', 'assumed', 'returned', 'person'])
export type ChatOutcome = z.output<typeof ChatOutcome>

export const AssistantReport = z.object({
  period: Period,
  outcomes: z.object({ confirmed: Compared, assumed: Compared, returned: Compared, person: Compared }),
  /** (confirmed + assumed) / all four, from 0 to 1; null where there is no chat. */
  share: ComparedOrNone,
  /** Stars from 1 to 5, of the chats without a ticket that were rated in the period. */
  satisfaction: Ratings,
})
export type AssistantReport = z.output<typeof AssistantReport>

export const getAssistantReport = endpoint({
  ...Report,
  method: 'GET',
  path: '/api/reports/assistant',
  summary: 'How the chats that the assistant answered ended',
  scope: 'analytics:read',
  query: ChosenDays,
  reply: AssistantReport,
})

export const ReportedChat = z.object({
  conversationId: ConversationId,
  preview: z.string(),
  ticketId: TicketId.nullable(),
  customerId: CustomerId.nullable(),
  outcome: ChatOutcome,
  answeredAt: Instant,
})
export type ReportedChat = z.output<typeof ReportedChat>

/** The rows behind a figure of getAssistantReport, newest answer first. */
export const listReportedChats = endpoint({
  ...Report,
  method: 'GET',
  path: '/api/reports/assistant/chats',
  summary: 'The chats behind a figure of the assistant',
  query: ChosenDays.extend({ outcome: ChatOutcome, cursor: Cursor, limit: Limit }),
  reply: pageOf(ReportedChat),
})
