import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { InboundMailId, TicketId } from '#contracts/ids.ts'
import { afterPosition, type NewestFirstPosition } from '#server/platform/db/cursor.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type InboundMailRow, inboundMail } from './schema.ts'

export type ArrivedMail = Pick<
  InboundMailRow,
  'id' | 'recipient' | 'storageKey' | 'size' | 'contentHash' | 'receivedAt'
>

const byId = (t: Tx, id: InboundMailId) => and(eq(inboundMail.tenantId, t.tenantId), eq(inboundMail.id, id))

/** Adds arrived mails; gives the ids of those whose bytes did not arrive before. */
export async function insertMails(t: Tx, rows: readonly ArrivedMail[]): Promise<Set<InboundMailId>> {
  const added = await t.db
    .insert(inboundMail)
    .values(rows.map((row) => ({ ...row, tenantId: t.tenantId })))
    .onConflictDoNothing({ target: [inboundMail.tenantId, inboundMail.contentHash] })
    .returning({ id: inboundMail.id })
  return new Set(added.map(({ id }) => id))
}

export const findMail = async (t: Tx, id: InboundMailId): Promise<InboundMailRow | null> =>
  (await findMails(t, [id]))[0] ?? null

export const findMails = (t: Tx, ids: readonly InboundMailId[]): Promise<InboundMailRow[]> =>
  t.db
    .select()
    .from(inboundMail)
    .where(and(eq(inboundMail.tenantId, t.tenantId), inArray(inboundMail.id, [...ids])))

/** Which of these mails wait, under their locks. */
export async function lockWaiting(t: Tx, ids: readonly InboundMailId[]): Promise<Set<InboundMailId>> {
  const rows = await t.sql<{ id: InboundMailId }>(
    'SELECT id FROM inbound_mail WHERE tenant_id = $1 AND id = ANY($2) AND outcome IS NULL ORDER BY id FOR UPDATE',
    [t.tenantId, ids],
    'prepared',
  )
  return new Set(rows.map(({ id }) => id))
}

/** A mail that waits for the assistant, under its lock; null once that concluded. */
export const lockUnanswered = async (t: Tx, id: InboundMailId): Promise<InboundMailRow | null> =>
  (
    await t.db
      .select()
      .from(inboundMail)
      .where(and(byId(t, id), eq(inboundMail.answer, 'pending')))
      .for('update')
  )[0] ?? null

/** The newest mails of the same words that arrived since then. */
export const listSameWords = (
  t: Tx,
  wordsHash: string,
  since: Date,
): Promise<Pick<InboundMailRow, 'fromAddress' | 'ticketId' | 'receivedAt'>[]> =>
  t.sql(
    `SELECT from_address AS "fromAddress", ticket_id AS "ticketId", received_at AS "receivedAt" FROM inbound_mail
     WHERE tenant_id = $1 AND words_hash = $2 AND received_at > $3 ORDER BY received_at DESC LIMIT 200`,
    [t.tenantId, wordsHash, since],
    'prepared',
  )

const updateById = statement((db, t: { tenantId: string; id: string }, change: Partial<InboundMailRow>) =>
  db
    .update(inboundMail)
    .set(change)
    .where(and(eq(inboundMail.tenantId, t.tenantId), eq(inboundMail.id, t.id))),
)

export async function updateMail(t: Tx, id: InboundMailId, change: Partial<InboundMailRow>): Promise<void> {
  await t.run(updateById, { id }, change)
}

/** The mails with these fingerprints that arrived before. */
export const findSameMails = (t: Tx, fingerprints: readonly string[]): Promise<InboundMailRow[]> =>
  t.prepared
    .select()
    .from(inboundMail)
    .where(
      and(
        eq(inboundMail.tenantId, t.tenantId),
        sql`${inboundMail.fingerprint} = ANY(${sql.param([...fingerprints])}::text[])`,
      ),
    )
    .execute()

export const listMailRows = (t: Tx, after: NewestFirstPosition | null, limit: number): Promise<InboundMailRow[]> =>
  t.db
    .select()
    .from(inboundMail)
    .where(and(eq(inboundMail.tenantId, t.tenantId), afterPosition(inboundMail.receivedAt, inboundMail.id, after)))
    .orderBy(desc(inboundMail.receivedAt), desc(inboundMail.id))
    .limit(limit)

const isOfMerged = (t: Tx, ticketId: TicketId) =>
  sql`${inboundMail.ticketId} IN (SELECT id FROM ticket WHERE tenant_id = ${t.tenantId} AND merged_into_id = ${ticketId})`

/** The mails of a ticket, and of those merged into it, that became something, the first first; at most `limit` of the newest. */
export const listMailsOfTicket = async (t: Tx, ticketId: TicketId, limit: number): Promise<InboundMailRow[]> => {
  const rows = await t.db
    .select()
    .from(inboundMail)
    .where(and(eq(inboundMail.tenantId, t.tenantId), or(eq(inboundMail.ticketId, ticketId), isOfMerged(t, ticketId))))
    .orderBy(desc(inboundMail.receivedAt))
    .limit(limit)
  return rows.reverse()
}

/** Deletes the mails of tickets, or of senders; gives the keys of their originals. */
export const deleteMailRows = async (
  t: Tx,
  which: { ticketIds: readonly TicketId[] } | { senders: readonly string[] },
): Promise<string[]> => {
  const isMeant =
    'senders' in which
      ? inArray(inboundMail.fromAddress, [...which.senders])
      : inArray(inboundMail.ticketId, [...which.ticketIds])
  const rows = await t.db
    .delete(inboundMail)
    .where(and(eq(inboundMail.tenantId, t.tenantId), isMeant))
    .returning({ storageKey: inboundMail.storageKey })
  return rows.map(({ storageKey }) => storageKey)
}
