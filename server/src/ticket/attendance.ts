import type { TicketId } from '#contracts/ids.ts'
import { markSeen } from '#server/conversation/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { getTicketRow } from './load.ts'
import { saveReadPosition } from './queries.ts'

type Attendance = { isHere: boolean; isTyping: boolean; seenSeq: number }

/** Heartbeat of a member who has a ticket open: presence for the colleagues, typing and read position for the customer. */
export async function attend(tenant: Tenant, actor: Member, id: TicketId, given: Attendance): Promise<void> {
  const { conversationId } = await tenant.tx(async (t) => {
    const ticket = await getTicketRow(t, actor, id)
    if (given.seenSeq > 0) {
      // The conversation first, here too: the foreign key of the read position locks the ticket.
      const seq = await markSeen(t, actor, ticket.conversationId, given.seenSeq)
      await saveReadPosition(t, id, actor.userId, seq)
    }
    return ticket
  })
  const { live } = tenant.platform
  const address = { tenantId: tenant.id, seq: null }
  const member = { id: actor.userId, name: actor.name }
  const { isHere, isTyping } = given
  const presence = { type: 'presence', ticketId: id, member, isHere, isTyping } as const
  await live.publishEphemeral({ ...address, desk: true, conversationId: null, event: presence })
  const typing = { type: 'typing', conversationId, who: 'member', name: actor.name, isTyping } as const
  await live.publishEphemeral({ ...address, desk: false, conversationId, event: typing })
}
