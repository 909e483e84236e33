import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { ConversationId, MailId, TicketId, UserId } from '#contracts/ids.ts'
import { type ConversationRow, conversation } from '#server/conversation/schema.ts'
import { customer, guest } from '#server/customer/schema.ts'
import type { Language } from '#server/language/service.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { PortalHost } from '#server/tenant/service.ts'
import { blockedAddress, type OutboxRow, outbox } from './schema.ts'

export type NewMail = Omit<typeof outbox.$inferInsert, 'tenantId'>

const insertMail = statement((db, _: { tenantId: string }, row: typeof outbox.$inferInsert) =>
  db.insert(outbox).values(row),
)

/** Adds mails to the outbox; nobody waits for it. */
export function writeMails(t: Tx, rows: readonly NewMail[]): void {
  const [first, ...others] = rows.map((row) => ({ ...row, tenantId: t.tenantId }))
  if (first && others.length === 0) t.write(t.run(insertMail, {}, first))
  else if (first) t.write(t.prepared.insert(outbox).values([first, ...others]))
}

const isPending = (t: Tx, id: string) =>
  and(eq(outbox.tenantId, t.tenantId), eq(outbox.id, id), eq(outbox.status, 'pending'))

const arePending = (t: Tx, ids: string[]) =>
  and(
    eq(outbox.tenantId, t.tenantId),
    sql`${outbox.id} = ANY (${sql.param(ids)}::uuid[])`,
    eq(outbox.status, 'pending'),
  )

/** The mails that are still to be sent, in the order in which their mailboxes are locked. */
export const findPendingMails = (t: Tx, ids: string[]): Promise<OutboxRow[]> =>
  t.prepared.select().from(outbox).where(arePending(t, ids)).orderBy(asc(outbox.limitKey), asc(outbox.id)).execute()

/** Which of these mails come after another one to their recipient about their ticket that failed or waits, and is not sent yet. */
export const findOvertaking = async (t: Tx, ids: string[]): Promise<ReadonlySet<string>> => {
  const rows = await t.sql<{ id: string }>(
    `SELECT m.id FROM email_notification m WHERE m.tenant_id = $1 AND m.id = ANY ($2::uuid[]) AND EXISTS (
       SELECT 1 FROM email_notification e WHERE e.tenant_id = $1 AND e.ticket_id = m.ticket_id AND e."to" = m."to"
         AND e.status = 'pending' AND e.last_error IS NOT NULL AND e.created_at < m.created_at)`,
    [t.tenantId, ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** The mail to this recipient about this ticket that is the next to be sent of those that failed or wait. */
export const findNextOfThread = async (
  t: Tx,
  { ticketId, to }: Pick<OutboxRow, 'ticketId' | 'to'>,
): Promise<string | null> => {
  const rows = await t.sql<{ id: string }>(
    `SELECT id FROM email_notification WHERE tenant_id = $1 AND ticket_id = $2 AND "to" = $3
       AND status = 'pending' AND last_error IS NOT NULL ORDER BY created_at LIMIT 1`,
    [t.tenantId, ticketId, to],
  )
  return rows[0]?.id ?? null
}

/** Records why a mail waits; that is no attempt. */
export async function markWaiting(t: Tx, id: string, reason: string): Promise<void> {
  await t.db.update(outbox).set({ lastError: reason }).where(isPending(t, id))
}

/** Nobody waits for it. */
export const markSent = (t: Tx, ids: string[]): void =>
  t.write(
    t.prepared
      .update(outbox)
      .set({ status: 'sent', sentAt: t.now, lastError: null, attempts: sql`${outbox.attempts} + 1` })
      .where(arePending(t, ids)),
  )

/** Records a failed attempt with its reason as an admin may read it. */
export async function markAttemptFailed(
  t: Tx,
  id: string,
  lastError: string,
  status: 'pending' | 'failed',
): Promise<void> {
  await t.db
    .update(outbox)
    .set({ status, lastError, attempts: sql`${outbox.attempts} + 1` })
    .where(isPending(t, id))
}

/** Ends the attempts. */
export async function markGivenUp(t: Tx, id: string, lastError: string): Promise<void> {
  await t.db.update(outbox).set({ status: 'failed', lastError }).where(isPending(t, id))
}

/** Who a conversation is with: the e-mail, if it is verified, the language, whether the business refuses them, and whether they want mails. */
export type Requester = {
  channel: ConversationRow['channel']
  verifiedEmail: string | null
  language: Language
  portalHost: PortalHost | null
  isBlocked: boolean
  wantsMail: boolean
  /** The account whose browsers get push messages; null where it wants none. */
  pushTo: UserId | null
}

const selectRequester = statement((db, t: { tenantId: string; id: string }) =>
  db
    .select({
      channel: conversation.channel,
      verifiedAt: customer.emailVerifiedAt,
      blockedAt: customer.blockedAt,
      pushTo: sql<UserId | null>`(select ${customer.accountId} where ${customer.preferences}->>'push' = 'true')`,
      wantsMail: sql<boolean>`coalesce((${customer.preferences}->>'email')::boolean, true)`,
      email: customer.email,
      language: conversation.language,
      portalHost: guest.portalHost,
    })
    .from(conversation)
    .leftJoin(customer, and(eq(customer.tenantId, conversation.tenantId), eq(customer.id, conversation.customerId)))
    .leftJoin(guest, and(eq(guest.tenantId, conversation.tenantId), eq(guest.id, conversation.guestId)))
    .where(and(eq(conversation.tenantId, t.tenantId), eq(conversation.id, t.id))),
)

/** In one statement; null for a conversation that does not exist. */
export async function findRequester(t: Tx, id: ConversationId): Promise<Requester | null> {
  const [row] = await t.run(selectRequester, { id })
  if (!row) return null
  const { verifiedAt, blockedAt, email, ...requester } = row
  return { ...requester, verifiedEmail: verifiedAt && email, isBlocked: blockedAt !== null }
}

/** Waits for other mails to these mailboxes that are being counted, in one order for all; the locks end with the transaction. */
export const lockMailboxes = (t: Tx, limitKeys: readonly string[]) =>
  t.sql(
    `SELECT pg_advisory_xact_lock(hashtext($1), key) FROM (
       SELECT DISTINCT hashtext(k) AS key FROM unnest($2::text[]) AS k ORDER BY 1) AS keys`,
    [t.tenantId, limitKeys],
    'prepared',
  )

/**
 * Counts pending mails for the limits of their mailboxes, which are locked: those that keep within the hourly limit of each, those with the
 * higher limit first. `most` is the limit of a mail that has none of its own. Gives the ids of the counted ones.
 */
export async function admit(
  t: Tx,
  ids: readonly string[],
  { since, most }: { since: Date; most: number },
): Promise<ReadonlySet<string>> {
  const rows = await t.sql<{ id: string }>(
    `WITH waiting AS (
       SELECT id, limit_key, coalesce(hourly_limit, $4) AS most,
         row_number() OVER (PARTITION BY limit_key ORDER BY coalesce(hourly_limit, $4) DESC, id) AS place
       FROM email_notification WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND status = 'pending')
     UPDATE email_notification e SET admitted_at = $5 FROM waiting w
     WHERE e.tenant_id = $1 AND e.id = w.id AND w.place + (
       SELECT count(*) FROM email_notification c WHERE c.tenant_id = $1 AND c.limit_key = w.limit_key AND c.admitted_at > $3) <= w.most
     RETURNING e.id`,
    [t.tenantId, ids, since, most, t.now],
    'prepared',
  )
  return new Set(rows.map(({ id }) => id))
}

export const findMailTicketId = async (t: Tx, id: MailId): Promise<TicketId | null> =>
  (
    await t.db
      .select({ ticketId: outbox.ticketId })
      .from(outbox)
      .where(and(eq(outbox.tenantId, t.tenantId), eq(outbox.id, id)))
  )[0]?.ticketId ?? null

/** Which of these addresses gave a mail back, or never took it, and took none that was sent later. */
export const listReturning = async (t: Tx, addresses: readonly string[]): Promise<string[]> => {
  const rows = await t.sql<{ to: string }>(
    `SELECT DISTINCT f."to" FROM email_notification f
     WHERE f.tenant_id = $1 AND f."to" = ANY ($2::text[]) AND f.status = 'failed' AND NOT EXISTS (
       SELECT 1 FROM email_notification s WHERE s.tenant_id = $1 AND s."to" = f."to" AND s.status = 'sent'
         AND s.sent_at > coalesce(f.sent_at, f.created_at))`,
    [t.tenantId, addresses],
  )
  return rows.map(({ to }) => to)
}

/** Marks a mail as failed that its recipient's server gave back, or refused after it had been taken. */
export async function markReturned(t: Tx, id: string, reason: string): Promise<void> {
  await t.db
    .update(outbox)
    .set({ status: 'failed', lastError: reason })
    .where(and(eq(outbox.tenantId, t.tenantId), eq(outbox.id, id), eq(outbox.status, 'sent')))
}

/** Whether an automatic mail to the customer at this mailbox was written since then: a confirmation, or an answer of a program. */
export async function hasAutomaticSince(t: Tx, mailbox: string, since: Date): Promise<boolean> {
  const rows = await t.sql(
    `SELECT 1 FROM email_notification WHERE tenant_id = $1 AND limit_key = $2 AND created_at > $3
       AND type IN ('ticket_confirmation', 'ticket_reply') LIMIT 1`,
    [t.tenantId, mailbox, since],
    'prepared',
  )
  return rows.length > 0
}

/** Ends a mail that the limit of its mailbox keeps from being sent, with the reason as an admin may read it. */
export async function markHeld(t: Tx, id: string, reason: string): Promise<void> {
  await t.db.update(outbox).set({ status: 'held', lastError: reason }).where(isPending(t, id))
}

/** Whether a mail of this kind about a ticket was written since then. */
export const hasMailSince = async (
  t: Tx,
  type: OutboxRow['type'],
  ticketId: TicketId,
  since: Date,
): Promise<boolean> => {
  const isSame = and(eq(outbox.tenantId, t.tenantId), eq(outbox.ticketId, ticketId), eq(outbox.type, type))
  const rows = await t.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isSame, gt(outbox.createdAt, since)))
    .limit(1)
  return rows.length > 0
}

/** Which of these ids mails have. */
export const findMailIds = async (t: Tx, ids: string[]): Promise<ReadonlySet<string>> => {
  const rows = await t.sql<{ id: string }>(
    'SELECT id FROM email_notification WHERE tenant_id = $1 AND id = ANY ($2::uuid[])',
    [t.tenantId, ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Which of these mailboxes the business blocks. */
export const listBlockedMailboxes = async (t: Tx, mailboxes: string[]): Promise<string[]> => {
  const isAmong = sql`${blockedAddress.mailbox} = ANY (${sql.param(mailboxes)}::text[])`
  const rows = await t.prepared
    .select({ mailbox: blockedAddress.mailbox })
    .from(blockedAddress)
    .where(and(eq(blockedAddress.tenantId, t.tenantId), isAmong))
    .execute()
  return rows.map(({ mailbox }) => mailbox)
}
