import type { TicketId, TicketMergeId } from '#contracts/ids.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { createAsMember } from '#server/ticket/create.ts'
import { merge } from './merge.ts'

/** A ticket of nobody that was merged into another one; gives the merge's id. */
export async function makeTicketMerge(tenant: Tenant, actor: Member, targetId: TicketId): Promise<TicketMergeId> {
  const [ticketId, id] = [crypto.randomUUID() as TicketId, crypto.randomUUID() as TicketMergeId]
  const given = {
    id: ticketId,
    subject: 'proof',
    description: 'proof',
    priority: 'medium',
    category: 'general',
  } as const
  const { version } = await createAsMember(tenant, actor, { ...given, customerName: 'Proof' })
  await merge(tenant, actor, ticketId, { id, version, targetId })
  return id
}
