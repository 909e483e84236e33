import { and, eq } from 'drizzle-orm'
import type { TicketId } from '#contracts/ids.ts'
import type { SlaTarget } from '#contracts/ticket/sla.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
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
  if (warned.length > 0) await t.emit(ticketSlaWarned, { ticket: row, targets: warned })
  if (breached.length > 0) await t.emit(ticketSlaBreached, { ticket: row, targets: breached })
}
