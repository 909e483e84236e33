import type { AlertKind, AlertView } from '#contracts/notification/alert.ts'
import * as m from '#i18n/messages.js'
import type { SectionValues } from '#web/admin/desk-address.ts'
import type { SectionId } from '#web/admin/sections.ts'

type Shown = Pick<AlertView, 'kind' | 'count' | 'ticket' | 'byName'>
type Sentence = (given: { count: number; name: string }) => string

/** What happened, for one ticket or for several. */
const sentences: Record<AlertKind, Sentence> = {
  ticket_notification: m.alert_new_ticket,
  ticket_assigned: m.alert_assigned,
  ticket_team_assigned: m.alert_team_assigned,
  ticket_mention: m.alert_mention,
  customer_replied: m.alert_customer_reply,
  ticket_escalated: m.alert_escalated,
  ticket_unassigned: m.alert_unassigned,
  ticket_sla_warned: m.alert_sla_warned,
  ticket_sla_breached: m.alert_sla_breached,
  ticket_rated: m.alert_rated,
  key_rejected: m.alert_key_rejected,
  webhook_off: m.alert_webhook_off,
  flood_held_back: m.alert_flood,
  report_daily: m.alert_report,
  report_weekly: m.alert_report,
  report_monthly: m.alert_report,
}

/** One sentence: "Bob mentioned you", "23 tickets were assigned to you". */
export function alertText({ kind, count, ticket, byName }: Shown): string {
  const name = byName ?? ticket?.customerName ?? m.alert_somebody()
  return sentences[kind]({ count: ticket ? 1 : count, name })
}

/** Several on one ticket: three replies of its customer. */
export const repeatsOf = ({ count, ticket }: Shown): number => (ticket ? count : 1)

/** Where several tickets, or what is no ticket, is looked at. */
const SECTIONS: Partial<Record<AlertKind, { section: SectionId; values?: SectionValues }>> = {
  ticket_assigned: { section: 'tickets', values: { assignee: 'me' } },
  customer_replied: { section: 'tickets', values: { assignee: 'me', unread: 'yes' } },
  ticket_unassigned: { section: 'tickets', values: { assignee: 'none' } },
  key_rejected: { section: 'api-settings' },
  webhook_off: { section: 'settings', values: { tab: 'api' } },
  report_daily: { section: 'analytics' },
  report_weekly: { section: 'analytics' },
  report_monthly: { section: 'analytics' },
}

/** The screen that an alert leads to. */
export const targetOf = ({ kind, ticket }: Shown): { section: SectionId; values?: SectionValues } =>
  ticket ? { section: 'tickets', values: { ticket: ticket.id } } : (SECTIONS[kind] ?? { section: 'tickets' })

/** What waits for the member: it is shown over whatever screen is open. The rest is in the list. */
export const isPressing = ({ kind }: Shown): boolean => !['ticket_notification', 'ticket_rated'].includes(kind)
