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

/** The minutes within business hours after which an unassigned escalated ticket is escalated to owner and admins. */
export const UNASSIGNED_MINUTES = 15
const MINUTE_MS = 60_000
const RAISED: Record<Priority, Priority> = { low: 'medium', medium: 'high', high: 'urgent', urgent: 'urgent' }

/** When the business opens next; null while it is open, and for one without hours. */
async function nextOpening(t: Tx): Promise<Date | null> {
  const { businessInfo } = await readTenant(t)
  const { isOpenNow, opensAt } = openingAt(businessInfo, t.now)
  return isOpenNow ? null : opensAt
}

const afterLimit = (from: Date): Date => new Date(from.getTime() + UNASSIGNED_MINUTES * MINUTE_MS)

/** When a ticket whose time begins now escalates. Outside business hours the time begins with them. */
export const escalateAt = async (t: Tx): Promise<Date> => afterLimit((await nextOpening(t)) ?? t.now)

/** Restarts the time when a person was requested again; not for a ticket with an assignee. */
export async function startUnassignedTimer(t: Tx, row: TicketRow): Promise<void> {
  if (isAssigned(row)) return
  touchTicket(t, row.id, { escalateAt: await escalateAt(t) })
}

const isAssigned = (row: TicketRow): boolean => row.status !== 'open' || row.assigneeId !== null

/**
 * Escalates a ticket that was not assigned in time, once: raises its priority by one step, records the reason in the activity log, and
 * emits the event by which owner and admins are notified. If the business has closed meanwhile, the time restarts at its next opening.
 */
export async function escalateUnassigned(t: Tx, row: TicketRow): Promise<void> {
  if (!row.escalateAt || row.escalateAt > t.now) return
  if (isAssigned(row)) {
    touchTicket(t, row.id, { escalateAt: null })
    return
  }
  const opensAt = await nextOpening(t)
  if (opensAt) {
    touchTicket(t, row.id, { escalateAt: afterLimit(opensAt) })
    return
  }
  const priority = RAISED[row.priority]
  const raised = priority === row.priority ? {} : { priority, priorityLabel: priority }
  const action = text(m.activity_ticket_unassigned_long, { minutes: UNASSIGNED_MINUTES })
  const ticket = await applyChange(t, system, row, { ...raised, escalateAt: null }, { actions: [action] })
  await t.emit(ticketUnassignedTooLong, { ticket })
}
