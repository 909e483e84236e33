import type { ConversationId, CustomerId, TicketId } from '#contracts/ids.ts'
import type { MemoryView } from '#contracts/memory/memory.ts'
import { getConversation } from '#server/conversation/service.ts'
import type { Guest, Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { getTicketRow, listGuestTickets } from '#server/ticket/service.ts'
import { presentMemory } from './present.ts'
import { findMemory, findMemoryOfCustomer, type MemoryOwner, memoryOwnerOf } from './queries.ts'
import { type RecalledMemory, SHOWN_TICKETS, ticketHistoryLine, toRecalledMemory } from './recall.ts'

/** The memory of an owner; null where there is none. */
export async function recall(t: Tx, owner: MemoryOwner): Promise<RecalledMemory | null> {
  const row = await findMemory(t, owner)
  return row && toRecalledMemory(row)
}

/** The same for an answer in a conversation: with the customer's latest tickets, which are those of this guest session and no other. */
export async function recallForAnswer(
  t: Tx,
  owner: MemoryOwner,
  current: ConversationId,
): Promise<RecalledMemory | null> {
  const [row, tickets] = await Promise.all([
    findMemory(t, owner),
    owner.kind === 'guest' ? listGuestTickets(t, { guestId: owner.id }, { limit: SHOWN_TICKETS }) : [],
  ])
  if (!row) return null
  const memory = toRecalledMemory(row, current)
  const line = ticketHistoryLine(
    tickets.map(({ ticket }) => ticket),
    t.now,
  )
  return line ? { ...memory, lines: [...memory.lines, line] } : memory
}

async function readMemoryView(t: Tx, owner: MemoryOwner): Promise<MemoryView | null> {
  const row = await findMemory(t, owner)
  return row && presentMemory(row)
}

/** What the assistant remembers of customers that are one person, for members; null where nothing. */
export async function readCustomerMemory(t: Tx, ids: CustomerId[]): Promise<MemoryView | null> {
  const row = await findMemoryOfCustomer(t, ids)
  return row && presentMemory(row)
}

/** The guest's memory, as the guest sees it. */
export const readGuestMemory = (tenant: Tenant, { guestId }: Guest): Promise<MemoryView | null> =>
  tenant.read((t) => readMemoryView(t, { kind: 'guest', id: guestId }))

/** The memory of a ticket's requester, for members. */
export const readTicketMemory = (tenant: Tenant, actor: Member, id: TicketId): Promise<MemoryView | null> =>
  tenant.read(async (t) => {
    const { conversationId } = await getTicketRow(t, actor, id)
    const owner = memoryOwnerOf(await getConversation(t, actor, conversationId))
    return owner && readMemoryView(t, owner)
  })
