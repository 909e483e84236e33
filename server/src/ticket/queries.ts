import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { ConversationId, CustomerId, TeamId, TicketId, UserId } from '#contracts/ids.ts'
import type { EmailStatus, TicketFilter } from '#contracts/ticket/ticket.ts'
import { numberTicket } from '#server/billing/service.ts'
import { type ConversationRow, conversation } from '#server/conversation/schema.ts'
import {
  deleteConversationFiles,
  isNotLedOn,
  isTheirs,
  listMergedIds,
  type OwnerOfChats,
} from '#server/conversation/service.ts'
import { customer } from '#server/customer/schema.ts'
import { afterPosition, type NewestFirstPosition } from '#server/platform/db/cursor.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { team } from '#server/team/schema.ts'
import { member } from '#server/tenant/schema.ts'
import { conditionsOf, type Found, READ_POSITION } from './conditions.ts'
import { type TicketRow, ticket, ticketRead } from './schema.ts'

/** What a change may write: the rest is given once, or kept by the database. */
export type TicketChange = Partial<
  Omit<TicketRow, 'tenantId' | 'id' | 'number' | 'version' | 'search' | 'slaState' | 'slaDueAt'>
>

/** The columns that a row of the list shows; description and search index are not read. */
export type ListedFields = Pick<
  TicketRow,
  | 'id'
  | 'number'
  | 'subject'
  | 'preview'
  | 'status'
  | 'priority'
  | 'category'
  | 'tags'
  | 'customerName'
  | 'customerEmail'
  | 'assigneeId'
  | 'teamId'
  | 'escalationReason'
  | 'isDemo'
  | 'isOverLimit'
  | 'lastCustomerSeq'
  | 'snoozedUntilReply'
  | 'slaState'
>

/** The names of assignee and team, what is known of the requester's e-mail, and up to which event the reader has read. */
type Beside = {
  assigneeName: string | null
  teamName: string | null
  emailStatus: EmailStatus | null
  seenSeq: number | null
}
export type ListedTicket = Beside & { ticket: TicketRow }
/** A row of the list. Instants as PostgreSQL's text in UTC, `2026-11-21 14:05:09.12`: parsing three dates a row costs more than the row. */
export type ListedRow = ListedFields &
  Beside & {
    lastMessageAt: string
    createdAt: string
    updatedAt: string
    snoozedUntil: string | null
    slaDueAt: string | null
  }

const one = <Row>(rows: Row[]): Row | null => rows[0] ?? null
type InTenant = Pick<Tx, 'tenantId'>
const byId = (t: InTenant, id: TicketId) => and(eq(ticket.tenantId, t.tenantId), eq(ticket.id, id))

/**
 * Numbers and adds a ticket, and counts it against the plan unless it is a demo: the last statements before the commit, since no other
 * ticket is numbered meanwhile. `computed`: what the database computes, and the returned row does not have. `limit`: the tickets of the plan in
 * a billing month.
 */
export async function insertTicket(
  t: Tx,
  row: Omit<TicketRow, 'number' | 'isOverLimit' | 'search'>,
  computed: { responseSeconds?: SQL<number | null>; utmSource?: SQL<string | null> } = {},
): Promise<{ ticket: TicketRow; limit: number }> {
  const { limit, ...counted } = await numberTicket(t, { isCounted: !row.isDemo }, (count) =>
    t.write(t.prepared.insert(ticket).values({ ...row, ...count, ...computed })),
  )
  return { ticket: { ...row, ...counted, search: null }, limit }
}

const selectById = statement((db, t: InTenant & { id: TicketId }) => db.select().from(ticket).where(byId(t, t.id)))

export const findTicket = async (t: Tx, id: TicketId): Promise<TicketRow | null> => one(await t.run(selectById, { id }))

/** Of a ticket joined with its customer. */
const EMAIL_STATUS = sql<EmailStatus | null>`CASE WHEN ${ticket.customerEmail} IS NULL THEN NULL
  WHEN ${customer.claimedBy} IS NOT NULL THEN 'claimed' WHEN ${customer.emailVerifiedAt} IS NOT NULL THEN 'verified' ELSE 'entered' END`

type LockedTicket = Omit<ListedTicket, 'seenSeq'>

/** A ticket's row under its lock, with the names of assignee and team. Lock its conversation first. */
export const lockTicketRow = async (t: Tx, id: TicketId): Promise<LockedTicket | null> =>
  one(
    await t.db
      .select({ ticket, assigneeName: member.name, teamName: team.name, emailStatus: EMAIL_STATUS })
      .from(ticket)
      .leftJoin(member, and(eq(member.tenantId, ticket.tenantId), eq(member.userId, ticket.assigneeId)))
      .leftJoin(team, and(eq(team.tenantId, ticket.tenantId), eq(team.id, ticket.teamId)))
      .leftJoin(customer, and(eq(customer.tenantId, ticket.tenantId), eq(customer.id, ticket.customerId)))
      .where(byId(t, id))
      .for('update', { of: ticket }),
  )

/** The conversation of a ticket. */
export async function findConversationOfTicket(
  t: Tx,
  id: TicketId,
  lock?: 'forUpdate',
): Promise<ConversationRow | null> {
  const conversationId = t.db.select({ id: ticket.conversationId }).from(ticket).where(byId(t, id))
  const found = t.db
    .select()
    .from(conversation)
    .where(and(eq(conversation.tenantId, t.tenantId), eq(conversation.id, conversationId)))
  return one(await (lock ? found.for('update') : found))
}

const selectByConversation = statement((db, t: InTenant & { id: ConversationId }) =>
  db
    .select()
    .from(ticket)
    .where(and(eq(ticket.tenantId, t.tenantId), eq(ticket.conversationId, t.id))),
)

export const findTicketOfConversation = async (t: Tx, id: ConversationId): Promise<TicketRow | null> =>
  one(await t.run(selectByConversation, { id }))

const updateById = statement((db, t: InTenant & { id: TicketId }, change: TicketChange & { version?: number }) =>
  db.update(ticket).set(change).where(byId(t, t.id)),
)

/** Writes a new version of a ticket, which is known before it is written; only `applyChange` does, which emits it. */
export function writeTicketVersion(t: Tx, before: TicketRow, change: TicketChange): TicketRow {
  const written = { updatedAt: t.now, ...change, version: before.version + 1 }
  t.write(t.run(updateById, { id: before.id }, written))
  return { ...before, ...written }
}

/** Writes what follows from a message (preview, time, the customer's newest event): no new version, and nobody waits for it. */
export const touchTicket = (t: Tx, id: TicketId, change: TicketChange): void =>
  t.write(t.run(updateById, { id }, change))

/** Deletes conversations with what was merged into them, their messages, files and tickets; activity entries stay. */
export async function deleteWithConversation(t: Tx, given: ConversationId[]): Promise<void> {
  const ids = [...new Set([...given, ...(await listMergedIds(t, given))])]
  await deleteConversationFiles(t, ids)
  await t.db.delete(conversation).where(and(eq(conversation.tenantId, t.tenantId), inArray(conversation.id, ids)))
}

/** The maximum size of a page of the desk's list. */
const MAX_PAGE = 100

const LISTED_COLUMNS = `
  t.id, t.number, t.subject, t.preview, t.status, t.priority, t.category, t.tags, t.customer_name AS "customerName",
  t.customer_email AS "customerEmail", t.assignee_id AS "assigneeId", t.team_id AS "teamId", t.escalation_reason AS "escalationReason",
  t.snoozed_until_reply AS "snoozedUntilReply", (t.snoozed_until AT TIME ZONE 'UTC')::text AS "snoozedUntil",
  t.sla_state AS "slaState", (t.sla_due_at AT TIME ZONE 'UTC')::text AS "slaDueAt",
  t.is_demo AS "isDemo", t.is_over_limit AS "isOverLimit", t.last_customer_seq AS "lastCustomerSeq",
  (t.last_message_at AT TIME ZONE 'UTC')::text AS "lastMessageAt",
  (t.created_at AT TIME ZONE 'UTC')::text AS "createdAt", (t.updated_at AT TIME ZONE 'UTC')::text AS "updatedAt"`

export type ListedPage = { filter: TicketFilter; found: Found; after: NewestFirstPosition | null; limit: number }

/** Rows after a position of the list, which is sorted newest message first. */
export const afterIn = (after: NewestFirstPosition | null, bind: (value: unknown) => string): string[] =>
  after ? [`(t.last_message_at, t.id) < (${bind(after.at)}, ${bind(after.id)})`] : []

/**
 * One page of the list. The filter is met on the index alone where it can be (`ticket_listed`), and only the rows of the page are read. SQL text:
 * for a hundred rows the query builder is slower than the database.
 */
export function listTicketRows(t: Tx, readerId: UserId, page: ListedPage): Promise<ListedRow[]> {
  const values: unknown[] = [t.tenantId, readerId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const { filter, found, after } = page
  const conditions = [...conditionsOf(filter, { readerId, now: t.now, found }, bind), ...afterIn(after, bind)]
  return t.sql<ListedRow>(
    `SELECT ${LISTED_COLUMNS}, m.name AS "assigneeName", g.name AS "teamName", r.seen_seq AS "seenSeq",
       CASE WHEN t.customer_email IS NULL THEN NULL WHEN c.claimed_by IS NOT NULL THEN 'claimed'
         WHEN c.email_verified_at IS NOT NULL THEN 'verified' ELSE 'entered' END AS "emailStatus"
     FROM (SELECT t.id FROM ticket t ${READ_POSITION} WHERE ${['t.tenant_id = $1', ...conditions].join(' AND ')}
       ORDER BY t.last_message_at DESC, t.id DESC LIMIT ${Math.trunc(page.limit)}) listed
     JOIN ticket t ON t.tenant_id = $1 AND t.id = listed.id
     LEFT JOIN customer c ON c.tenant_id = $1 AND c.id = t.customer_id
     LEFT JOIN member m ON m.tenant_id = $1 AND m.user_id = t.assignee_id
     LEFT JOIN team g ON g.tenant_id = $1 AND g.id = t.team_id
     ${READ_POSITION}
     ORDER BY t.last_message_at DESC, t.id DESC`,
    values,
    // Only the full page without a search has few statement texts; each other text would need a prepared statement of its own.
    page.limit > MAX_PAGE && !found ? 'prepared' : undefined,
  )
}

export async function saveReadPosition(t: Tx, ticketId: TicketId, userId: UserId, seenSeq: number): Promise<void> {
  await t.db
    .insert(ticketRead)
    .values({ tenantId: t.tenantId, ticketId, userId, seenSeq })
    .onConflictDoUpdate({
      target: [ticketRead.tenantId, ticketRead.ticketId, ticketRead.userId],
      set: { seenSeq: sql`greatest(${ticketRead.seenSeq}, excluded.seen_seq)` },
    })
}

export type GuestTicket = {
  ticket: TicketRow
  state: typeof conversation.$inferSelect.state
  context: typeof conversation.$inferSelect.context
}

/** Tickets of the guest's conversations, and of the customer they are signed in as. */
export function listGuestTickets(
  t: Tx,
  of: OwnerOfChats,
  which: { ticketId?: TicketId; after?: NewestFirstPosition | null; limit: number },
): Promise<GuestTicket[]> {
  return t.db
    .select({ ticket, state: conversation.state, context: conversation.context })
    .from(conversation)
    .innerJoin(ticket, and(eq(ticket.tenantId, t.tenantId), eq(ticket.conversationId, conversation.id)))
    .where(
      and(
        eq(conversation.tenantId, t.tenantId),
        isTheirs(of),
        which.ticketId ? eq(ticket.id, which.ticketId) : isNotLedOn(t, of),
        afterPosition(ticket.createdAt, ticket.id, which.after ?? null),
      ),
    )
    .orderBy(desc(ticket.createdAt), desc(ticket.id))
    .limit(which.limit)
}

/** Tickets of one customer, or that of a conversation, become another customer's: no new version, since nothing a member edits changes. */
export const moveTickets = (
  t: Tx,
  which: { customerId: CustomerId } | { conversationId: ConversationId },
  to: CustomerId,
) =>
  t.db
    .update(ticket)
    .set({ customerId: to })
    .where(
      and(
        eq(ticket.tenantId, t.tenantId),
        'customerId' in which
          ? eq(ticket.customerId, which.customerId)
          : eq(ticket.conversationId, which.conversationId),
      ),
    )

/** The names of assignee and team, also of a former member and a deleted team. */
export async function assignedNamesOf(
  t: Tx,
  { assigneeId, teamId }: Pick<TicketRow, 'assigneeId' | 'teamId'>,
): Promise<{ assigneeName: string | null; teamName: string | null }> {
  const [row] = await t.sql<{ assigneeName: string | null; teamName: string | null }>(
    `SELECT (SELECT name FROM member WHERE tenant_id = $1 AND user_id = $2) AS "assigneeName",
            (SELECT name FROM team WHERE tenant_id = $1 AND id = $3) AS "teamName"`,
    [t.tenantId, assigneeId, teamId],
  )
  return row ?? { assigneeName: null, teamName: null }
}

const UNFINISHED = ['open', 'in-progress', 'waiting'] as const

/** Ids of the unfinished tickets of a member or team, in the order in which they are locked. */
export const listUnfinished = async (
  t: Tx,
  of: { assigneeId: UserId } | { teamId: TeamId },
  limit: number,
): Promise<TicketId[]> => {
  const isTheirs = 'assigneeId' in of ? eq(ticket.assigneeId, of.assigneeId) : eq(ticket.teamId, of.teamId)
  const rows = await t.db
    .select({ id: ticket.id })
    .from(ticket)
    .where(and(eq(ticket.tenantId, t.tenantId), isTheirs, inArray(ticket.status, UNFINISHED)))
    .orderBy(ticket.id)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** How many unfinished tickets each member has. */
export async function countOpenTickets(t: Tx): Promise<Map<UserId, number>> {
  const rows = await t.sql<{ id: UserId; tickets: number }>(
    `SELECT assignee_id AS id, count(*)::int AS tickets FROM ticket
     WHERE tenant_id = $1 AND assignee_id IS NOT NULL AND status IN ('open', 'in-progress', 'waiting') GROUP BY assignee_id`,
    [t.tenantId],
  )
  return new Map(rows.map(({ id, tickets }) => [id, tickets]))
}

export const hasAnyTicket = async (t: Tx): Promise<boolean> =>
  (await t.db.select({ id: ticket.id }).from(ticket).where(eq(ticket.tenantId, t.tenantId)).limit(1)).length > 0
