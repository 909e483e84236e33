import type { InboundMailId } from '#contracts/ids.ts'
import { newId } from '#server/conversation/service.ts'
import type { CustomerRow } from '#server/customer/schema.ts'
import { getCustomer, upsertMailCustomer } from '#server/customer/service.ts'
import { detectLanguage } from '#server/language/service.ts'
import { markBounced } from '#server/notification/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { confirmByMail, createTicketFromMail, replyByMail } from '#server/ticket/service.ts'
import { noteAutomatic, noteRelated } from './activity.ts'
import type { StoredAttachment } from './attachments.ts'
import { authenticationOf, fingerprintOf, headOf, isOwnMail, messageOf, subjectOf } from './facts.ts'
import { type FoundTicket, findTicketFor } from './find-ticket.ts'
import type { MailPerson, ParsedMail } from './parsing/parsed-mail.ts'
import { findSameMail, lockWaiting, updateMail } from './queries.ts'
import type { InboundMailRow } from './schema.ts'

type Arrived = { mailId: InboundMailId; mail: ParsedMail; files: readonly StoredAttachment[] }
type Result = Partial<InboundMailRow> & { outcome: NonNullable<InboundMailRow['outcome']> }

/** What becomes of a mail, in one transaction with its mark: a repetition after a kill changes nothing. Whether its files are used. */
export async function applyMail(t: Tx, platform: Platform, arrived: Arrived): Promise<boolean> {
  const { mailId, mail } = arrived
  if (!(await lockWaiting(t, mailId))) return false
  const fingerprint = fingerprintOf(mail)
  const same = await findSameMail(t, fingerprint)
  const result: Result = same
    ? { outcome: 'duplicate', ticketId: same.ticketId }
    : { ...(await resultOf(t, platform, arrived)), fingerprint }
  await updateMail(t, mailId, { ...headOf(platform, mail), ...result, processedAt: t.now })
  return result.outcome === 'reply' || result.outcome === 'new_ticket'
}

async function resultOf(t: Tx, platform: Platform, arrived: Arrived): Promise<Result> {
  const { mail } = arrived
  const found = await findTicketFor(t, platform, mail)
  const ticketId = found?.ticket.id ?? null
  if (isOwnMail(platform, mail)) return { outcome: 'loop', ticketId }
  if (mail.bounce) await markBounced(t, mail.bounce)
  if (mail.automatic || !mail.from) {
    if (found) await noteAutomatic(t, found.ticket, mail)
    return { outcome: mail.automatic ?? 'auto_reply', ticketId }
  }
  return found?.writtenBy === 'own' && found.ticket.status !== 'closed'
    ? reply(t, arrived, found, mail.from)
    : open(t, platform, arrived, found, mail.from)
}

/** What the customer of a ticket, or somebody they added, answers. The address of the ticket proves the customer's own. */
async function reply(t: Tx, { mailId, mail, files }: Arrived, found: FoundTicket, from: MailPerson): Promise<Result> {
  const { ticket, isProved, isCustomer } = found
  const customer = ticket.customerId ? await getCustomer(t, ticket.customerId) : null
  if (customer?.blockedAt) return { outcome: 'blocked', ticketId: ticket.id }
  if (isProved && isCustomer && !customer?.emailVerifiedAt) await confirmByMail(t, ticket)
  const { quoted, ...message } = messageOf(mail)
  const messageId = newId()
  const received = files.map((file) => ({ ...file, mailId }))
  await replyByMail(t, ticket.id, {
    ...message,
    id: messageId,
    mailId,
    received,
    authorName: isCustomer ? null : from.name || from.address,
  })
  return { outcome: 'reply', ticketId: ticket.id, messageId, quoted }
}

/** A ticket of its own: also for what a stranger writes into a thread, and for what is written to a closed ticket. */
async function open(
  t: Tx,
  platform: Platform,
  { mailId, mail, files }: Arrived,
  found: FoundTicket | null,
  from: MailPerson,
): Promise<Result> {
  const isProved = authenticationOf(platform, mail)?.isPassed === true
  const given = { email: from.address, name: from.name, at: t.now }
  const customer = await upsertMailCustomer(t, given, isProved).catch(refused)
  if (!customer || customer.blockedAt) return { outcome: 'blocked' }
  const { quoted, ...message } = messageOf(mail)
  const messageId = newId()
  const ticket = await createTicketFromMail(t, {
    message: { ...message, id: messageId, mailId, received: files.map((file) => ({ ...file, mailId })) },
    subject: subjectOf(mail),
    language: detectLanguage(message.body) ?? 'en',
    customer,
    email: customer.email ?? from.address.toLowerCase(),
  })
  if (found) await noteRelated(t, found, ticket)
  return { outcome: 'new_ticket', ticketId: ticket.id, messageId, quoted }
}

/** Null for a customer whom the business blocked. */
function refused(error: unknown): CustomerRow | null {
  if (error instanceof AppError && error.code === 'forbidden') return null
  throw error
}
