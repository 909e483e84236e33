import type { TicketId } from '#contracts/ids.ts'
import { findSetting } from '#server/automation/queries.ts'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { businessCalendar, readTenant } from '#server/tenant/service.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import { lockTicket, lockTicketSla, saveTicketSla } from '#server/ticket/service.ts'
import { DEFAULT_SLA } from './defaults.ts'
import { follow, markDue, type SlaEvent, type SlaTerms } from './standing.ts'

/** The agreed times of the business with its hours; null while they are off. */
export async function readTerms(t: Tx): Promise<SlaTerms | null> {
  const [setting, { businessInfo }] = await Promise.all([findSetting(t), readTenant(t)])
  if (!setting?.slaIsOn) return null
  return { policy: setting.slaPolicy ?? DEFAULT_SLA, calendar: businessCalendar(businessInfo) }
}

/** Brings the standing of a locked ticket up to what happened to it, and reports what had come due until then. */
export async function followEvent(t: Tx, row: TicketRow, event: SlaEvent): Promise<void> {
  const [terms, before] = await Promise.all([readTerms(t), lockTicketSla(t, row.id)])
  if (!terms) return
  const due = before ? markDue(before, event.at) : null
  const standing = follow(due?.standing ?? null, event, terms)
  if (standing) await saveTicketSla(t, row, standing, { warned: due?.warned ?? [], breached: due?.breached ?? [] })
}

/** Marks and reports what has come due by now. Of two processes that do it at once the second finds it marked. */
export async function checkDue(t: Tx, ticketId: TicketId): Promise<void> {
  const { ticket } = await lockTicket(t, system, ticketId)
  const before = await lockTicketSla(t, ticketId)
  if (!before?.nextCheckAt || before.nextCheckAt > t.now) return
  const { standing, ...due } = markDue(before, t.now)
  await saveTicketSla(t, ticket, standing, due)
}
