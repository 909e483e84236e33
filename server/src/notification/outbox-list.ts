import { and, desc, eq, ne } from 'drizzle-orm'
import type { MailId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import {
  type BlockedAddress,
  MAX_BLOCKED_ADDRESSES,
  type MailStatus,
  type OutboxEntry,
} from '#contracts/notification/outbox.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import { afterPosition, newestFirst, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import { mailboxOf } from '#server/platform/mail/mailbox.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { text } from '#server/platform/text/message.ts'
import { lineIn } from '#server/platform/text/stored-text.ts'
import { lockTenant } from '#server/tenant/service.ts'
import { deliverMail } from './jobs.ts'
import { MANAGE_MAIL } from './policy.ts'
import { blockedAddress, type OutboxRow, outbox } from './schema.ts'

const PAGE = 50

const COLUMNS = {
  id: outbox.id,
  to: outbox.to,
  subject: outbox.subject,
  type: outbox.type,
  status: outbox.status,
  attempts: outbox.attempts,
  lastError: outbox.lastError,
  ticketId: outbox.ticketId,
  createdAt: outbox.createdAt,
  sentAt: outbox.sentAt,
}
type Listed = Pick<OutboxRow, keyof typeof COLUMNS>

const presentMail = ({ type, lastError, createdAt, sentAt, ...row }: Listed, language: Language): OutboxEntry => ({
  ...row,
  kind: type,
  reason: lastError && lineIn(lastError, language),
  createdAt: createdAt.toISOString(),
  sentAt: sentAt?.toISOString() ?? null,
})

/** The mails of the business, newest first, 50 a page, without their texts. Throws forbidden for agents. */
export async function listOutbox(
  tenant: Tenant,
  actor: Member,
  { status, cursor }: { status?: MailStatus | undefined; cursor?: string | undefined },
  language: Language,
): Promise<{ items: OutboxEntry[]; nextCursor: string | null }> {
  requireRole(actor, MANAGE_MAIL)
  // The condition names the partial index of mails that are not sent.
  const isStatus = status
    ? and(eq(outbox.status, status), status === 'sent' ? undefined : ne(outbox.status, 'sent'))
    : undefined
  const position = newestFirst.decode(cursor)
  const rows = await tenant.read((t) =>
    t.db
      .select(COLUMNS)
      .from(outbox)
      .where(and(eq(outbox.tenantId, t.tenantId), isStatus, afterPosition(outbox.createdAt, outbox.id, position)))
      .orderBy(desc(outbox.createdAt), desc(outbox.id))
      .limit(PAGE + 1),
  )
  const page = pageFrom(rows, PAGE, newestFirst, ({ createdAt, id }) => ({ at: createdAt, id }))
  return { ...page, items: page.items.map((row) => presentMail(row, language)) }
}

/** Begins the attempts for a failed mail anew. Throws not_found, and conflict for a mail that did not fail, or whose text is not kept any more. */
export async function retryMail(tenant: Tenant, actor: Member, id: MailId): Promise<OutboxEntry> {
  requireRole(actor, MANAGE_MAIL)
  return tenant.tx((t) => reopenMail(t, id))
}

/** The same for whoever may do it without being a member (the platform owner). */
export async function reopenMail(t: Tx, id: MailId): Promise<OutboxEntry> {
  const isIt = and(eq(outbox.tenantId, t.tenantId), eq(outbox.id, id))
  const [row] = await t.db
    .update(outbox)
    .set({ status: 'pending', lastError: null })
    .where(and(isIt, eq(outbox.status, 'failed'), ne(outbox.text, '')))
    .returning(COLUMNS)
  if (!row) {
    const [other] = await t.db.select({ status: outbox.status }).from(outbox).where(isIt)
    if (!other) throw notFound('mail')
    throw conflict(other.status === 'failed' ? m.error_mail_emptied : m.error_mail_not_failed)
  }
  await t.enqueue(deliverMail, { tenantId: t.tenantId, mailId: id })
  // Its reason is gone with this, so its text has no language.
  return presentMail(row, 'en')
}

type Blocked = { items: BlockedAddress[] }

const listBlocked = async (t: Tx): Promise<Blocked> => {
  const { address, createdAt } = blockedAddress
  const rows = await t.db
    .select({ address, createdAt })
    .from(blockedAddress)
    .where(eq(blockedAddress.tenantId, t.tenantId))
    .orderBy(desc(createdAt))
    .limit(MAX_BLOCKED_ADDRESSES)
  return { items: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })) }
}

/** The addresses that get no mail of the business, newest first. */
export async function listBlockedAddresses(tenant: Tenant, actor: Member): Promise<Blocked> {
  requireRole(actor, MANAGE_MAIL)
  return tenant.read(listBlocked)
}

/** Sends a mailbox no mail any more, however its address is spelled. Throws conflict when the list is full. */
export async function blockAddress(tenant: Tenant, actor: Member, address: string): Promise<Blocked> {
  requireRole(actor, MANAGE_MAIL)
  return tenant.tx(async (t) => {
    await lockTenant(t)
    const { items } = await listBlocked(t)
    if (items.length >= MAX_BLOCKED_ADDRESSES) {
      throw conflict(text(m.error_blocks_full, { max: MAX_BLOCKED_ADDRESSES }))
    }
    await t.db
      .insert(blockedAddress)
      .values({ tenantId: t.tenantId, mailbox: mailboxOf(address), address, createdAt: t.now })
      .onConflictDoNothing()
    return listBlocked(t)
  })
}

/** Sends a mailbox mail again; one that is not blocked changes nothing. */
export async function unblockAddress(tenant: Tenant, actor: Member, address: string): Promise<Blocked> {
  requireRole(actor, MANAGE_MAIL)
  return tenant.tx(async (t) => {
    const isIt = and(eq(blockedAddress.tenantId, t.tenantId), eq(blockedAddress.mailbox, mailboxOf(address)))
    await t.db.delete(blockedAddress).where(isIt)
    return listBlocked(t)
  })
}
