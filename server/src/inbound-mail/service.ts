import type { FastifyReply } from 'fastify'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { InboundMailId, TicketId } from '#contracts/ids.ts'
import type { listInboundMails, listTicketMails } from '#contracts/inbound-mail/inbound-mail.ts'
import type { Member } from '#server/platform/actor.ts'
import { newestFirst, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import { removeStoredFile } from '#server/platform/files/removal.ts'
import { sendFile } from '#server/platform/files/send.ts'
import { businessAddressOf } from '#server/platform/mail/reply-address.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { readTenant } from '#server/tenant/service.ts'
import { getTicketRow } from '#server/ticket/service.ts'
import { SEE_ALL_MAILS } from './policy.ts'
import { presentMail, presentTicketMail } from './present.ts'
import { deleteMailRows, findMail, listMailRows, listMailsOfTicket } from './queries.ts'
import type { InboundMailRow } from './schema.ts'

export { readMailboxStates } from './mailbox/states.ts'

const PAGE = 50
/** A ticket shows what belongs to its newest mails. */
const MOST_OF_TICKET = 200

/** The mails that the business received, newest first, with what became of each. Throws forbidden for agents. */
export async function listMails(
  tenant: Tenant,
  actor: Member,
  cursor: string | undefined,
): Promise<ReplyOf<typeof listInboundMails>> {
  requireRole(actor, SEE_ALL_MAILS)
  const after = newestFirst.decode(cursor)
  return tenant.read(async (t) => {
    const [rows, { slug }] = await Promise.all([listMailRows(t, after, PAGE + 1), readTenant(t)])
    const page = pageFrom(rows, PAGE, newestFirst, ({ receivedAt, id }) => ({ at: receivedAt, id }))
    return { ...page, items: page.items.map(presentMail), address: businessAddressOf(tenant.platform, slug) }
  })
}

/** The mails behind the messages of a ticket, the first first. */
export const listMailsOf = (tenant: Tenant, actor: Member, id: TicketId): Promise<ReplyOf<typeof listTicketMails>> =>
  tenant.read(async (t) => {
    const [, rows] = await Promise.all([getTicketRow(t, actor, id), listMailsOfTicket(t, id, MOST_OF_TICKET)])
    return { mails: rows.filter(isProcessed).map(presentTicketMail) }
  })

const isProcessed = (
  row: InboundMailRow,
): row is InboundMailRow & { outcome: NonNullable<InboundMailRow['outcome']> } => row.outcome !== null

/**
 * Sends a mail as it arrived, as a download: a browser that showed it would run what is in it. Members read the mails of tickets, owners and
 * admins all. Throws not_found for others.
 */
export async function sendOriginal(
  tenant: Tenant,
  actor: Member,
  id: InboundMailId,
  reply: FastifyReply,
): Promise<undefined> {
  const row = await tenant.read((t) => findMail(t, id))
  if (!row) throw notFound('mail')
  if (row.ticketId === null) requireRole(actor, SEE_ALL_MAILS)
  const { stream, size } = await tenant.platform.files.open(row.storageKey)
  return sendFile(reply, { stream, size, mime: 'message/rfc822', name: `${row.id.slice(0, 8)}.eml`, isInline: false })
}

/** Deletes mails with their originals: of tickets that are deleted or erased, or of an erased person's addresses. */
export async function deleteMails(t: Tx, which: Parameters<typeof deleteMailRows>[1]): Promise<void> {
  for (const storageKey of await deleteMailRows(t, which)) await t.enqueue(removeStoredFile, { storageKey })
}
