import type { Priority } from '#contracts/conversation/escalation.ts'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { openingOf, readTenant, recordActivity } from '#server/tenant/service.ts'
import { ticketUnassignedTooLong } from './events.ts'
import { publishTicket } from './publish.ts'
import { changeTicketRow, touchTicket } from './queries.ts'
import type { TicketRow } from './schema.ts'

/** So long, within business hours, the team has to take a ticket that calls for a person; then more people are called. */
export const UNASSIGNED_MINUTES = 15
const MINUTE_MS = 60_000
const RAISED: Record<Priority, Priority> = { low: 'medium', medium: 'high', high: 'urgent', urgent: 'urgent' }

/** When more people are called for a ticket that begins to wait now. Outside business hours the time runs from their beginning. */
export async function escalateAt(t: Tx): Promise<Date> {
  const { businessInfo } = await readTenant(t)
  const { isOpenNow, opensAt } = openingOf(businessInfo, t.now)
  const from = isOpenNow || !opensAt ? t.now : opensAt
  return new Date(from.getTime() + UNASSIGNED_MINUTES * MINUTE_MS)
}

/** Has the time run from now: the assistant called for a person again. Who has taken the ticket is called by its own sign. */
export async function startUnassignedTimer(t: Tx, row: TicketRow): Promise<void> {
  if (isTaken(row)) return
  await touchTicket(t, row.id, { escalateAt: await escalateAt(t) })
}

const isTaken = (row: TicketRow): boolean => row.status !== 'open' || row.assigneeId !== null

/**
 * The fallback queue: nobody took a ticket in time. Its priority goes one step up, the history says why, and the domains above are
 * told, once. Where the business has closed meanwhile, the time runs again from its next opening.
 */
export async function escalateUnassigned(t: Tx, row: TicketRow): Promise<void> {
  if (!row.escalateAt || row.escalateAt > t.now) return
  if (isTaken(row)) {
    await touchTicket(t, row.id, { escalateAt: null })
    return
  }
  const { businessInfo } = await readTenant(t)
  const { isOpenNow, opensAt } = openingOf(businessInfo, t.now)
  if (!isOpenNow && opensAt) {
    await touchTicket(t, row.id, { escalateAt: await escalateAt(t) })
    return
  }
  const priority = RAISED[row.priority]
  const raised = priority === row.priority ? {} : { priority, priorityLabel: priority }
  const changed = await changeTicketRow(t, row.id, { ...raised, escalateAt: null })
  if (!changed) return
  const action = `Nobody took this ticket within ${UNASSIGNED_MINUTES} minutes: owner and admins were called`
  await recordActivity(t, system, { action, type: 'ticket_update', ticketId: row.id, ticketSubject: row.subject })
  publishTicket(t, changed)
  await t.emit(ticketUnassignedTooLong, { ticket: changed })
}
