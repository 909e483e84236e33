import type { TicketId } from '#contracts/ids.ts'
import type { TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { type Actor, type Member, system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { momentText, type Text, text } from '#server/platform/text/message.ts'
import { readTenant, timezoneForDatabase } from '#server/tenant/service.ts'
import { applyChange } from '#server/ticket/apply-change.ts'
import { type TicketWokenBy, ticketSnoozed, ticketWoke } from '#server/ticket/events.ts'
import { type LoadedTicket, lockVersion, viewTicket } from '#server/ticket/load.ts'
import { AWAKE, canSnooze, isSnoozed } from '#server/ticket/policy.ts'
import type { TicketChange } from '#server/ticket/queries.ts'
import type { TicketRow } from '#server/ticket/schema.ts'

/** A time, or the customer's next message. */
export type SnoozeEnd = Date | 'reply'

/** Snoozes a ticket; a time that has passed is refused. */
export const snooze = (
  tenant: Tenant,
  actor: Member,
  id: TicketId,
  { version, until }: { version: number; until: string },
): Promise<TicketView> =>
  tenant.tx(async (t) => {
    const loaded = await lockVersion(t, actor, id, version)
    const ticket = await snoozeLocked(t, actor, loaded, until === 'reply' ? until : new Date(until))
    return viewTicket(actor, { ...loaded, ticket })
  })

/** The same for a ticket that the caller has locked. Throws for a finished or merged one and for a time that has passed. */
export async function snoozeLocked(
  t: Tx,
  actor: Actor,
  { ticket }: LoadedTicket,
  until: SnoozeEnd,
): Promise<TicketRow> {
  if (!canSnooze(actor, ticket)) throw conflict(m.error_ticket_snooze_finished)
  if (until !== 'reply' && until <= t.now) throw invalid({ until: m.error_snooze_past })
  const change = until === 'reply' ? { snoozedUntil: null, snoozedUntilReply: true } : { ...AWAKE, snoozedUntil: until }
  const action = until === 'reply' ? m.activity_ticket_snoozed_reply : await snoozedUntilText(t, until)
  const snoozed = await applyChange(t, actor, ticket, change, { actions: [action] })
  await t.emit(ticketSnoozed, { ticket: snoozed, actor })
  return snoozed
}

async function snoozedUntilText(t: Tx, until: Date): Promise<Text> {
  const { businessInfo } = await readTenant(t)
  const timeZone = timezoneForDatabase(businessInfo.timezone)
  return text(m.activity_ticket_snoozed_until, { at: momentText(until, timeZone) })
}

/** Ends the snooze of a ticket before its time; one that is not snoozed stays as it is. */
export const wake = (tenant: Tenant, actor: Member, id: TicketId, version: number): Promise<TicketView> =>
  tenant.tx(async (t) => {
    const loaded = await lockVersion(t, actor, id, version)
    if (!isSnoozed(loaded.ticket)) return viewTicket(actor, loaded)
    return viewTicket(actor, { ...loaded, ticket: await wakeBy(t, actor, loaded.ticket, {}, 'member') })
  })

/** Ends the snooze of a ticket whose time has come. Under its lock, because it may have been snoozed anew since it was found. */
export async function wakeDue(t: Tx, { ticket }: LoadedTicket): Promise<void> {
  if (ticket.snoozedUntil && ticket.snoozedUntil <= t.now) await wakeBy(t, system, ticket, {}, 'time')
}

const WOKEN: Record<TicketWokenBy, Text> = {
  time: m.activity_ticket_woke_time,
  reply: m.activity_ticket_woke_reply,
  member: m.activity_ticket_woke_member,
}

/** Ends a snooze together with another change. The ticket is the newest of the list again. */
export async function wakeBy(
  t: Tx,
  actor: Actor,
  row: TicketRow,
  change: TicketChange,
  by: TicketWokenBy,
): Promise<TicketRow> {
  const woken = { lastMessageAt: t.now, ...change, ...AWAKE }
  const ticket = await applyChange(t, actor, row, woken, {
    actions: [WOKEN[by]],
    recordedBy: by === 'reply' ? system : actor,
  })
  await t.emit(ticketWoke, { ticket, actor, by })
  return ticket
}
