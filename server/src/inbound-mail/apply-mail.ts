import type { InboundMailId } from '#contracts/ids.ts'
import type { NoAnswerReason } from '#contracts/inbound-mail/answer.ts'
import { newId } from '#server/conversation/service.ts'
import type { CustomerRow } from '#server/customer/schema.ts'
import { getCustomer, upsertMailCustomer } from '#server/customer/service.ts'
import { detectLanguage } from '#server/language/service.ts'
import { confirmMail, markBounced } from '#server/notification/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { MemberRow } from '#server/tenant/schema.ts'
import { findMemberByEmail } from '#server/tenant/service.ts'
import { confirmByMail, createTicketFromMail, replyByMail } from '#server/ticket/service.ts'
import { noteAutomatic, noteForwarded, noteRelated } from './activity.ts'
import { answerMailJob } from './answer-job.ts'
import { type Arrived as Matter, readMailAnswers, whyNotSent, whyUnanswered } from './answering/may-answer.ts'
import type { StoredAttachment } from './attachments.ts'
import { authenticationOf, fingerprintOf, headOf, isOwnMail, messageOf, subjectOf } from './facts.ts'
import { type FoundTicket, findTicketFor } from './find-ticket.ts'
import { forwardedFromOf } from './forwarded.ts'
import type { MailPerson, ParsedMail } from './parsing/parsed-mail.ts'
import { findSameMails, lockWaiting, updateMail } from './queries.ts'
import type { InboundMailRow } from './schema.ts'

export type Arrived = { mailId: InboundMailId; mail: ParsedMail; files: readonly StoredAttachment[] }
type Result = Partial<InboundMailRow> & { outcome: NonNullable<InboundMailRow['outcome']> }

/** Whether the files of a mail are used. */
export type Applied = { isUsed: boolean }

/**
 * What becomes of mails that cannot concern each other, in one transaction with their marks: a repetition after a kill changes nothing. Side by
 * side, so that their statements share the round trips to the database.
 */
export async function applyMails(t: Tx, platform: Platform, arrived: readonly Arrived[]): Promise<Applied[]> {
  const prints = new Map(arrived.map((one) => [one, fingerprintOf(one.mail)]))
  const [waiting, same] = await Promise.all([
    lockWaiting(
      t,
      arrived.map(({ mailId }) => mailId),
    ),
    findSameMails(t, [...prints.values()]),
  ])
  const applied = arrived.map(async (one) => {
    if (!waiting.has(one.mailId)) return { isUsed: false }
    const fingerprint = prints.get(one) as string
    return applyMail(t, platform, one, { fingerprint, same: same.find((row) => row.fingerprint === fingerprint) })
  })
  return valuesOf(await Promise.allSettled(applied))
}

type Known = { fingerprint: string; same: InboundMailRow | undefined }

async function applyMail(t: Tx, platform: Platform, arrived: Arrived, { fingerprint, same }: Known): Promise<Applied> {
  const { mailId, mail } = arrived
  const result: Result = same
    ? { outcome: 'duplicate', ticketId: same.ticketId }
    : { ...(await resultOf(t, platform, arrived)), fingerprint }
  await updateMail(t, mailId, { ...headOf(platform, mail), ...result, processedAt: t.now })
  if (result.answer === 'pending') await t.enqueue(answerMailJob, { tenantId: t.tenantId, mailId })
  return { isUsed: result.outcome === 'reply' || result.outcome === 'new_ticket' }
}

/** The values of all, or the first error, once nothing of the others runs any more. */
function valuesOf<T>(settled: readonly PromiseSettledResult<T>[]): T[] {
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
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
    ? reply(t, platform, arrived, found, mail.from)
    : open(t, platform, arrived, found, mail.from)
}

/** What the customer of a ticket, or somebody they added, answers. The address of the ticket proves the customer's own. */
async function reply(
  t: Tx,
  platform: Platform,
  { mailId, mail, files }: Arrived,
  found: FoundTicket,
  from: MailPerson,
): Promise<Result> {
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
  const matter = { mail, found, customer }
  const asked = await askAssistant(t, platform, matter, await whyUnanswered(t, matter))
  return { outcome: 'reply', ticketId: ticket.id, messageId, quoted, ...asked }
}

/** A ticket of its own: also for what a stranger writes into a thread, and for what is written to a closed ticket. */
async function open(
  t: Tx,
  platform: Platform,
  { mailId, mail, files }: Arrived,
  found: FoundTicket | null,
  from: MailPerson,
): Promise<Result> {
  const sender = await senderOf(t, platform, mail, from)
  const given = { email: sender.person.address, name: sender.person.name, at: t.now }
  const customer = await upsertMailCustomer(t, given, sender.isProved).catch(refused)
  if (!customer || customer.blockedAt) return { outcome: 'blocked' }
  const { quoted, ...message } = messageOf(mail)
  const messageId = newId()
  const ticket = await createTicketFromMail(t, {
    message: { ...message, id: messageId, mailId, received: files.map((file) => ({ ...file, mailId })) },
    subject: subjectOf(mail),
    language: detectLanguage(message.body) ?? 'en',
    customer,
    email: customer.email ?? sender.person.address.toLowerCase(),
  })
  if (found) await noteRelated(t, found, ticket)
  if (sender.member) await noteForwarded(t, ticket, sender.member, sender.person)
  const matter = { mail, found, customer }
  const unanswered = sender.member ? 'other_writer' : await whyUnanswered(t, matter)
  const asked = await askAssistant(t, platform, matter, unanswered)
  // Where the assistant may answer, its answer says that the mail arrived.
  const isAnswerAwaited = asked.answer === 'pending' && asked.noAnswerReason === null
  if (!unanswered && !isAnswerAwaited) await confirmMail(t, platform, ticket)
  return { outcome: 'new_ticket', ticketId: ticket.id, messageId, quoted, ...asked }
}

type Sender = { person: MailPerson; isProved: boolean; member: MemberRow | null }

/**
 * Whose ticket a mail becomes: its sender's. A member who forwards a customer's mail, and whose own address the receiving server found to be
 * true, opens a ticket of that customer, as a claim, which the ticket says. Anybody else who forwards a mail stays its sender.
 */
async function senderOf(t: Tx, platform: Platform, mail: ParsedMail, from: MailPerson): Promise<Sender> {
  const isProved = authenticationOf(platform, mail)?.isPassed === true
  const original = isProved ? forwardedFromOf(mail) : null
  const member = original && (await findMemberByEmail(t, from.address.toLowerCase()))
  return member ? { person: original, isProved: false, member } : { person: from, isProved, member: null }
}

/** What the assistant is to do about a mail that became a message: nothing where the business has switched it off. */
async function askAssistant(
  t: Tx,
  platform: Platform,
  matter: Matter,
  unanswered: NoAnswerReason | null,
): Promise<Pick<InboundMailRow, 'answer' | 'noAnswerReason'>> {
  const answers = await readMailAnswers(t)
  if (answers === 'off') return { answer: null, noAnswerReason: null }
  return { answer: 'pending', noAnswerReason: whyNotSent(platform, matter, answers, unanswered) }
}

/** Null for a customer whom the business blocked. */
function refused(error: unknown): CustomerRow | null {
  if (error instanceof AppError && error.code === 'forbidden') return null
  throw error
}
