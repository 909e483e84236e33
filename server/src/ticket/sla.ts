import { and, eq } from 'drizzle-orm'
import type { TicketId } from '#contracts/ids.ts'
import type { SlaTarget } from '#contracts/ticket/sla.ts'
import * as m from '#i18n/messages.js'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Text } from '#server/platform/text/message.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { ticketSlaBreached, ticketSlaWarned } from './events.ts'
import { publishTicketToDesk } from './live-events.ts'
import { type TicketRow, type TicketSlaRow, ticketSla } from './schema.ts'

const byTicket = (t: Tx, id: TicketId) => and(eq(ticketSla.tenantId, t.tenantId), eq(ticketSla.ticketId, id))

/** How a ticket stands against its agreed times; null for one without any. */
export const findTicketSla = async (t: Tx, id: TicketId): Promise<TicketSlaRow | null> =>
  (await t.db.select().from(ticketSla).where(byTicket(t, id)))[0] ?? null

/** The same, held until the transaction ends: of two that work on it the second sees what the first stored. */
export const lockTicketSla = async (t: Tx, id: TicketId): Promise<TicketSlaRow | null> =>
  (await t.db.select().from(ticketSla).where(byTicket(t, id)).for('update'))[0] ?? null

const WARNED: Record<SlaTarget, Text> = {
  firstReply: m.activity_sla_first_reply_soon,
  nextReply: m.activity_sla_next_reply_soon,
  resolution: m.activity_sla_resolution_soon,
}
const BREACHED: Record<SlaTarget, Text> = {
  firstReply: m.activity_sla_first_reply_late,
  nextReply: m.activity_sla_next_reply_late,
  resolution: m.activity_sla_resolution_late,
}

type Standing = Omit<TicketSlaRow, 'tenantId' | 'ticketId' | 'updatedAt'>
/** The agreed times that came due: each is reported once, with the standing that says so. */
type Due = { warned: SlaTarget[]; breached: SlaTarget[] }

/** Stores how a ticket stands against its agreed times, shows it on the open desks, and reports what came due. The only way in which it changes. */
export async function saveTicketSla(
  t: Tx,
  row: TicketRow,
  standing: Standing,
  { warned, breached }: Due,
): Promise<void> {
  const written = { ...standing, updatedAt: t.now }
  await t.db
    .insert(ticketSla)
    .values({ tenantId: t.tenantId, ticketId: row.id, ...written })
    .onConflictDoUpdate({ target: [ticketSla.tenantId, ticketSla.ticketId], set: written })
  publishTicketToDesk(t, row.id, row.conversationId)
  const entry = { type: 'sla', ticketId: row.id, ticketSubject: row.subject }
  for (const target of warned) await recordActivity(t, system, { ...entry, action: WARNED[target] })
  for (const target of breached) await recordActivity(t, system, { ...entry, action: BREACHED[target] })
  if (warned.length > 0) await t.emit(ticketSlaWarned, { ticket: row, targets: warned })
  if (breached.length > 0) await t.emit(ticketSlaBreached, { ticket: row, targets: breached })
}
