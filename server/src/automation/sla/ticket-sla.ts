import type { getTicketSla } from '#contracts/automation/sla.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { TicketId } from '#contracts/ids.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { findTicketSla, getTicketRow } from '#server/ticket/service.ts'

/** How a ticket stands against its agreed times. Throws not_found. */
export const readTicketSla = (tenant: Tenant, actor: Member, id: TicketId): Promise<ReplyOf<typeof getTicketSla>> =>
  tenant.read(async (t) => {
    await getTicketRow(t, actor, id)
    const sla = await findTicketSla(t, id)
    return { sla: sla && { state: sla.state, clocks: sla.clocks } }
  })
