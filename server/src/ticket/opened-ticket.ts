import { and, desc, eq, ne } from 'drizzle-orm'
import type { VisitView } from '#contracts/customer/visit.ts'
import type { CustomerId, TicketId } from '#contracts/ids.ts'
import { type ConversationRow, conversation } from '#server/conversation/schema.ts'
import { type CustomerRow, customer, guest } from '#server/customer/schema.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { team } from '#server/team/schema.ts'
import { member } from '#server/tenant/schema.ts'
import { type TicketRow, ticket } from './schema.ts'

export type OpenedTicket = {
  ticket: TicketRow
  conversation: ConversationRow
  customer: CustomerRow | null
  /** How its guest first came to the portal. */
  visit: VisitView | null
  assigneeName: string | null
  teamName: string | null
}

type InTenant = Pick<Tx, 'tenantId'>

const selectOpened = statement((db, t: InTenant & { id: TicketId }) =>
  db
    .select({ ticket, conversation, customer, visit: guest.visit, assigneeName: member.name, teamName: team.name })
    .from(ticket)
    .innerJoin(
      conversation,
      and(eq(conversation.tenantId, ticket.tenantId), eq(conversation.id, ticket.conversationId)),
    )
    .leftJoin(guest, and(eq(guest.tenantId, ticket.tenantId), eq(guest.id, conversation.guestId)))
    .leftJoin(customer, and(eq(customer.tenantId, ticket.tenantId), eq(customer.id, ticket.customerId)))
    .leftJoin(member, and(eq(member.tenantId, ticket.tenantId), eq(member.userId, ticket.assigneeId)))
    .leftJoin(team, and(eq(team.tenantId, ticket.tenantId), eq(team.id, ticket.teamId)))
    .where(and(eq(ticket.tenantId, t.tenantId), eq(ticket.id, t.id))),
)

/** A ticket with the rows that it refers to. */
export const findOpenedTicket = async (t: Tx, id: TicketId): Promise<OpenedTicket | null> =>
  (await t.run(selectOpened, { id }))[0] ?? null

type Beside = InTenant & { customerId: CustomerId; not: TicketId; limit: number }

const selectRecent = statement((db, t: Beside) =>
  db
    .select({
      id: ticket.id,
      number: ticket.number,
      subject: ticket.subject,
      status: ticket.status,
      createdAt: ticket.createdAt,
    })
    .from(ticket)
    .where(and(eq(ticket.tenantId, t.tenantId), eq(ticket.customerId, t.customerId), ne(ticket.id, t.not)))
    .orderBy(desc(ticket.createdAt))
    .limit(t.limit),
)

/** Other tickets of a customer, the newest first, with the columns that the side panel shows. */
export const recentTicketsOf = (t: Tx, customerId: CustomerId, not: TicketId, limit: number) =>
  t.run(selectRecent, { customerId, not, limit })
