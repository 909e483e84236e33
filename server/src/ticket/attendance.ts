import type { TicketId } from '#contracts/ids.ts'
import { markSeen } from '#server/conversation/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { publishAttendance } from './live-events.ts'
import { getTicketRow } from './load.ts'
import { saveReadPosition } from './queries.ts'

type Attendance = { isHere: boolean; isTyping: boolean; seenSeq: number }

/** Heartbeat of a member who has a ticket open: presence for the colleagues, typing and read position for the customer. */
export async function attend(tenant: Tenant, actor: Member, id: TicketId, given: Attendance): Promise<void> {
  const ticket = await tenant.tx(async (t) => {
    const row = await getTicketRow(t, actor, id)
    if (given.seenSeq > 0) {
      // The conversation is locked first: the foreign key of the read position locks the ticket.
      const seq = await markSeen(t, actor, row.conversationId, given.seenSeq)
      await saveReadPosition(t, id, actor.userId, seq)
    }
    return row
  })
  await publishAttendance(tenant, actor, ticket, given)
}
