import type { Priority } from '#contracts/conversation/escalation.ts'
import * as m from '#i18n/messages.js'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { text } from '#server/platform/text/message.ts'
import { openingAt, readTenant } from '#server/tenant/service.ts'
import { applyChange } from './apply-change.ts'
import { ticketUnassignedTooLong } from './events.ts'
import { touchTicket } from './queries.ts'
import type { TicketRow } from './schema.ts'

/** So many minutes, within business hours, the team has to take an escalated ticket; then owner and admins are notified. */
export const UNASSIGNED_MINUTES = 15
const MINUTE_MS = 60_000
const RAISED: Record<Priority, Priority> = { low: 'medium', medium: 'high', high: 'urgent', urgent: 'urgent' }

/** When a ticket that begins to wait now escalates. Outside business hours the time runs from their beginning. */
export async function escalateAt(t: Tx): Promise<Date> {
  const { businessInfo } = await readTenant(t)
  const { isOpenNow, opensAt } = openingAt(businessInfo, t.now)
  const from = isOpenNow || !opensAt ? t.now : opensAt
  return new Date(from.getTime() + UNASSIGNED_MINUTES * MINUTE_MS)
}

/** Starts the time from now: a person was requested again. Not for a ticket that has an assignee: it is on their list. */
export async function startUnassignedTimer(t: Tx, row: TicketRow): Promise<void> {
  if (isTaken(row)) return
  await touchTicket(t, row.id, { escalateAt: await escalateAt(t) })
}

const isTaken = (row: TicketRow): boolean => row.status !== 'open' || row.assigneeId !== null

/**
 * Escalates a ticket that nobody took in time, once: its priority goes one step up, the activity log says why, and the event
 * notifies owner and admins. Where the business has closed meanwhile, the time runs again from its next opening.
 */
export async function escalateUnassigned(t: Tx, row: TicketRow): Promise<void> {
  if (!row.escalateAt || row.escalateAt > t.now) return
  if (isTaken(row)) {
    await touchTicket(t, row.id, { escalateAt: null })
    return
  }
  const { businessInfo } = await readTenant(t)
  const { isOpenNow, opensAt } = openingAt(businessInfo, t.now)
  if (!isOpenNow && opensAt) {
    await touchTicket(t, row.id, { escalateAt: await escalateAt(t) })
    return
  }
  const priority = RAISED[row.priority]
  const raised = priority === row.priority ? {} : { priority, priorityLabel: priority }
  const action = text(m.activity_ticket_untaken, { minutes: UNASSIGNED_MINUTES })
  const ticket = await applyChange(t, system, row, { ...raised, escalateAt: null }, { actions: [action] })
  await t.emit(ticketUnassignedTooLong, { ticket })
}
