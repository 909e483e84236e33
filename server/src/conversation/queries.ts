import { and, asc, desc, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { ConversationId, CustomerId, GuestId, MessageId } from '#contracts/ids.ts'
import type { Guest } from '#server/platform/actor.ts'
import { afterPosition, type NewestFirstPosition } from '#server/platform/db/cursor.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type ConversationRow, conversation, type MessageRow, message } from './schema.ts'

export type NewMessage = typeof message.$inferInsert
export type ConversationChange = Partial<Omit<ConversationRow, 'tenantId' | 'id' | 'seq' | 'createdAt'>>
/** A change that is no handover; a handover is emitted by `changeConversation` and `send`. */
export type InternalChange = Omit<ConversationChange, 'state' | 'offerReason'>

const one = <Row>(rows: Row[]): Row | null => rows[0] ?? null
type InTenant = Pick<Tx, 'tenantId'>
type ById = InTenant & { id: ConversationId }
const byId = (t: InTenant, id: ConversationId) => and(eq(conversation.tenantId, t.tenantId), eq(conversation.id, id))

const insertConversation = statement((db, _: InTenant, row: ConversationRow) => db.insert(conversation).values(row))

/** Adds a conversation; nobody waits for it. An id that exists fails the transaction. */
export const writeConversation = (t: Tx, row: ConversationRow): void => t.write(t.run(insertConversation, {}, row))

const updateById = statement((db, t: ById, change: Partial<ConversationRow>) =>
  db.update(conversation).set(change).where(byId(t, t.id)),
)

/** Writes a change of a row that the caller has locked; nobody waits for it. */
export const writeLockedConversation = (t: Tx, id: ConversationId, change: Partial<ConversationRow>): void =>
  t.write(t.run(updateById, { id }, change))

const insertMessageRow = statement((db, _: InTenant, row: MessageRow) => db.insert(message).values(row))

/** Adds a message whose number the caller has assigned under the conversation's lock; nobody waits for it. */
export const writeMessage = (t: Tx, row: MessageRow): void => t.write(t.run(insertMessageRow, {}, row))

/** The same for several messages. */
export function writeMessages(t: Tx, rows: MessageRow[]): void {
  const [first] = rows
  if (first && rows.length === 1) writeMessage(t, first)
  else t.write(t.prepared.insert(message).values(rows))
}

const selectById = statement((db, t: ById) => db.select().from(conversation).where(byId(t, t.id)))

export const findConversation = async (t: Tx, id: ConversationId): Promise<ConversationRow | null> =>
  one(await t.run(selectById, { id }))

const lockById = statement((db, t: ById) => db.select().from(conversation).where(byId(t, t.id)).for('update'))

/** The row under its lock, which the next event number needs. */
export const lockConversation = async (t: Tx, id: ConversationId): Promise<ConversationRow | null> =>
  one(await t.run(lockById, { id }))

/** Writes the change and increments the event number; this statement locks the row if the caller has not. */
export async function advanceConversation(
  t: Tx,
  id: ConversationId,
  change: ConversationChange,
  isMessage = false,
): Promise<ConversationRow | null> {
  return one(
    await t.prepared
      .update(conversation)
      .set({
        ...change,
        seq: sql`${conversation.seq} + 1`,
        ...(isMessage ? { messageCount: sql`${conversation.messageCount} + 1` } : {}),
        updatedAt: t.now,
      })
      .where(byId(t, id))
      .returning(),
  )
}

/** A change without an event (leases, read positions). */
export async function updateConversation(t: Tx, id: ConversationId, change: ConversationChange): Promise<void> {
  await t.prepared.update(conversation).set(change).where(byId(t, id))
}

/** Conversations of one customer, or one of them, become another customer's. */
export const moveConversations = (
  t: Tx,
  which: { customerId: CustomerId } | { conversationId: ConversationId },
  to: CustomerId,
) =>
  t.db
    .update(conversation)
    .set({ customerId: to })
    .where(
      and(
        eq(conversation.tenantId, t.tenantId),
        'customerId' in which
          ? eq(conversation.customerId, which.customerId)
          : eq(conversation.id, which.conversationId),
      ),
    )

/** Raises a read position; it is never lowered. */
export async function raiseSeen(
  t: Tx,
  id: ConversationId,
  side: 'customer' | 'team',
  seq: number,
): Promise<ConversationRow | null> {
  const column = side === 'customer' ? conversation.seenByCustomerSeq : conversation.seenByTeamSeq
  const key = side === 'customer' ? 'seenByCustomerSeq' : 'seenByTeamSeq'
  return one(
    await t.db
      .update(conversation)
      .set({ [key]: sql`least(${seq}, ${conversation.seq})` })
      .where(and(byId(t, id), sql`${column} < least(${seq}, ${conversation.seq})`))
      .returning(),
  )
}

/** A guest, and the customer they are signed in as. */
export type OwnerOfChats = Pick<Guest, 'guestId' | 'customer'>

/** The condition that a conversation is the guest's, or of the customer they are signed in as. */
export const isTheirs = ({ guestId, customer }: OwnerOfChats) =>
  customer
    ? or(eq(conversation.guestId, guestId), eq(conversation.customerId, customer.id))
    : eq(conversation.guestId, guestId)

/**
 * Leaves out what was merged into a conversation that is theirs too: they read it there. What was merged into one that they may not read
 * stays in their lists.
 */
export const isNotLedOn = (t: Pick<Tx, 'tenantId'>, { guestId, customer }: OwnerOfChats) => {
  const isOfCustomer = customer ? sql` OR r.customer_id = ${customer.id}` : sql``
  return sql`(${conversation.mergedIntoId} IS NULL OR NOT EXISTS (SELECT 1 FROM conversation r
    WHERE r.tenant_id = ${t.tenantId} AND r.id = ${conversation.mergedIntoId} AND (r.guest_id = ${guestId}${isOfCustomer})))`
}

/** What a guest wrote without giving an e-mail becomes a customer's. */
export const adoptConversations = (t: Tx, guestId: GuestId, to: CustomerId) =>
  t.db
    .update(conversation)
    .set({ customerId: to })
    .where(
      and(eq(conversation.tenantId, t.tenantId), eq(conversation.guestId, guestId), isNull(conversation.customerId)),
    )

/** The guest's conversations, the one that last changed first. */
export const listGuestConversations = (t: Tx, of: OwnerOfChats, after: NewestFirstPosition | null, limit: number) =>
  t.db
    .select()
    .from(conversation)
    .where(
      and(
        eq(conversation.tenantId, t.tenantId),
        isTheirs(of),
        isNotLedOn(t, of),
        afterPosition(conversation.updatedAt, conversation.id, after),
      ),
    )
    .orderBy(desc(conversation.updatedAt), desc(conversation.id))
    .limit(limit)

/** Inserts a message with the newest event number of its conversation, which the caller has just incremented. */
export async function insertMessage(
  t: Tx,
  row: Omit<NewMessage, 'tenantId' | 'seq' | 'changedSeq'>,
): Promise<MessageRow> {
  const seq = sql`(SELECT ${conversation.seq} FROM ${conversation} WHERE ${byId(t, row.conversationId)})`
  const rows = await t.prepared
    .insert(message)
    .values({ ...row, seq, changedSeq: seq, tenantId: t.tenantId })
    .returning()
  return rows[0]!
}

const selectMessage = statement((db, t: InTenant & { id: MessageId }) =>
  db
    .select()
    .from(message)
    .where(and(eq(message.tenantId, t.tenantId), eq(message.id, t.id))),
)

export const findMessage = async (t: Tx, id: MessageId): Promise<MessageRow | null> =>
  one(await t.run(selectMessage, { id }))

export async function updateMessage(
  t: Tx,
  id: MessageId,
  change: Partial<Omit<MessageRow, 'tenantId' | 'id'>>,
): Promise<MessageRow | null> {
  return one(
    await t.prepared
      .update(message)
      .set(change)
      .where(and(eq(message.tenantId, t.tenantId), eq(message.id, id)))
      .returning(),
  )
}

type Which = { withNotes: boolean }
const inThread = (t: Tx, id: ConversationId, { withNotes }: Which) =>
  and(
    eq(message.tenantId, t.tenantId),
    eq(message.conversationId, id),
    withNotes ? undefined : eq(message.visibility, 'public'),
  )

type Before = Which & { beforeSeq: number | null; limit: number }

const isBefore = (t: Tx, id: ConversationId, which: Before) =>
  and(inThread(t, id, which), which.beforeSeq === null ? undefined : lt(message.seq, which.beforeSeq))

/** The newest messages before a position, oldest first. */
export async function listMessages(t: Tx, id: ConversationId, which: Before): Promise<MessageRow[]> {
  const newest = t.prepared
    .select()
    .from(message)
    .where(isBefore(t, id, which))
  return (await newest.orderBy(desc(message.seq)).limit(which.limit)).reverse()
}

/** The ids of the same messages, as a subquery. */
export const newestMessageIds = (t: Tx, id: ConversationId, which: Before) =>
  t.prepared
    .select({ id: message.id })
    .from(message)
    .where(isBefore(t, id, which))
    .orderBy(desc(message.seq))
    .limit(which.limit)

/** Messages that were added or changed after an event, in the order of the events. */
export const listChangedMessages = (t: Tx, id: ConversationId, afterSeq: number, which: Which & { limit: number }) =>
  t.db
    .select()
    .from(message)
    .where(and(inThread(t, id, which), gt(message.changedSeq, afterSeq)))
    .orderBy(asc(message.changedSeq))
    .limit(which.limit)

/** Whether the customer has written after a message. */
export async function hasCustomerWrittenSince(t: Tx, id: ConversationId, seq: number): Promise<boolean> {
  const later = t.db
    .select({ seq: message.seq })
    .from(message)
    .where(and(inThread(t, id, { withNotes: false }), eq(message.author, 'customer'), gt(message.seq, seq)))
  return (await later.limit(1)).length > 0
}

/** Answers that are still streaming. */
export const listStreaming = (t: Tx, id: ConversationId): Promise<MessageRow[]> =>
  t.prepared
    .select()
    .from(message)
    .where(and(inThread(t, id, { withNotes: false }), eq(message.state, 'streaming')))

/** The newest public messages after a position, oldest first. */
/** Whether others than the customer got mails of a conversation: a reply of it had copies. */
export async function hasCopies(t: Tx, id: ConversationId): Promise<boolean> {
  const rows = await t.sql(
    `SELECT 1 FROM message WHERE tenant_id = $1 AND conversation_id = $2 AND author = 'member' AND origin ? 'cc' LIMIT 1`,
    [t.tenantId, id],
  )
  return rows.length > 0
}

export async function listNewestSince(
  t: Tx,
  id: ConversationId,
  afterSeq: number,
  limit: number,
): Promise<MessageRow[]> {
  const rows = await t.prepared
    .select()
    .from(message)
    .where(and(inThread(t, id, { withNotes: false }), gt(message.seq, afterSeq)))
    .orderBy(desc(message.seq))
    .limit(limit)
  return rows.reverse()
}

/** Seconds from a chat's first message of the customer to the assistant's first answer, as a value of a statement; null without one. */
export function firstAnswerSeconds(t: InTenant, conversationId: ConversationId): SQL<number | null> {
  const first = (author: MessageRow['author']) =>
    sql`SELECT seq, created_at FROM message WHERE tenant_id = ${t.tenantId} AND conversation_id = ${conversationId} AND author = ${author}`
  return sql`(SELECT round(extract(epoch FROM a.created_at - q.created_at))::int
    FROM (${first('customer')} ORDER BY seq LIMIT 1) q, LATERAL (${first('assistant')} AND seq > q.seq ORDER BY seq LIMIT 1) a)`
}
