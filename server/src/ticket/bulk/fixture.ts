import { randomUUID } from 'node:crypto'
import type { BulkChangeId, TicketId } from '#contracts/ids.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { startChange } from './changes.ts'

/** A change of a ticket that has ended; gives its id. */
export async function makeBulkChange(tenant: Tenant, actor: Member, ticketId: TicketId): Promise<BulkChangeId> {
  const id = randomUUID() as BulkChangeId
  await startChange(tenant, actor, {
    id,
    actions: [{ type: 'add_tag', tag: 'proof' }],
    selection: { ticketIds: [ticketId] },
  })
  return id
}
