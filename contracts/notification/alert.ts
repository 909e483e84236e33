import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { AlertId, TicketId } from '#contracts/ids.ts'
import { Cursor, pageOf } from '#contracts/page.ts'

/** What members are alerted of on the desk: every notification but those to customers. */
export const AlertKind = z.enum([
  'ticket_notification',
  'ticket_assigned',
  'ticket_team_assigned',
  'ticket_mention',
  'customer_replied',
  'ticket_escalated',
  'ticket_unassigned',
  'ticket_sla_warned',
  'ticket_sla_breached',
  'ticket_rated',
  'key_rejected',
  'webhook_off',
  'flood_held_back',
  'report_daily',
  'report_weekly',
  'report_monthly',
])
export type AlertKind = z.output<typeof AlertKind>

export const AlertView = z.object({
  id: AlertId,
  kind: AlertKind,
  /** So many times: replies on one ticket, or tickets, where many came at once. */
  count: z.number().int(),
  /** Null: of several tickets, or of none. */
  ticket: z
    .object({ id: TicketId, number: z.number().int(), subject: z.string(), customerName: z.string() })
    .nullable(),
  /** The member who did it; null for a customer, a rule and the system. */
  byName: z.string().nullable(),
  /** The newest of them. */
  at: Instant,
  isRead: z.boolean(),
})
export type AlertView = z.output<typeof AlertView>

/** What the desk shows of alerts without its list being open. */
export const AlertSummary = z.object({
  /** Unread ones of the list. */
  unread: z.number().int(),
  /** Unread ones that the member wants in the window's title. */
  inTitle: z.number().int(),
  /** The newest unread ones, at most three, with how they are announced. */
  newest: z.array(AlertView.extend({ isListed: z.boolean(), hasSound: z.boolean() })),
})
export type AlertSummary = z.output<typeof AlertSummary>

const Declared = { tag: 'notification', access: 'member' } as const

export const listAlerts = endpoint({
  ...Declared,
  method: 'GET',
  path: '/api/alerts',
  summary: 'The alerts of the signed-in member, newest first, 30 a page',
  rate: 'read',
  query: z.object({ cursor: Cursor }),
  reply: pageOf(AlertView),
})

export const getAlertSummary = endpoint({
  ...Declared,
  method: 'GET',
  path: '/api/alerts/summary',
  summary: 'How many alerts the signed-in member has not read, and the newest of them',
  rate: 'read',
  reply: AlertSummary,
})

export const readAlert = endpoint({
  ...Declared,
  method: 'POST',
  path: '/api/alerts/:alertId/read',
  summary: 'Mark an alert as read',
  rate: 'write',
  params: z.object({ alertId: AlertId }),
  reply: AlertSummary,
})

export const readAllAlerts = endpoint({
  ...Declared,
  method: 'POST',
  path: '/api/alerts/read',
  summary: 'Mark all alerts up to a moment as read',
  rate: 'write',
  body: z.strictObject({ until: Instant.describe('`at` of the newest alert that the member saw') }),
  reply: AlertSummary,
})

export const readTicketAlerts = endpoint({
  ...Declared,
  method: 'POST',
  path: '/api/tickets/:ticketId/alerts/read',
  summary: 'Mark the alerts of a ticket as read, because the member looks at it',
  rate: 'write',
  params: z.object({ ticketId: TicketId }),
  reply: AlertSummary,
})
