import { MAX_COPIES } from '#contracts/conversation/message.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import { Email } from '#contracts/fields.ts'
import type { TicketId } from '#contracts/ids.ts'
import type { CopyRefusal, listCopies, MailPersonView } from '#contracts/inbound-mail/inbound-mail.ts'
import * as m from '#i18n/messages.js'
import type { MessageRow } from '#server/conversation/schema.ts'
import { copiesOf, listNewestSince } from '#server/conversation/service.ts'
import { isByPerson, isRepliedByMail, whyUnmailable } from '#server/notification/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid } from '#server/platform/errors.ts'
import { mailboxOf } from '#server/platform/mail/mailbox.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import { getTicketRow } from '#server/ticket/service.ts'
import { listMailboxRows } from './mailbox/queries.ts'
import { listMailsOfTicket } from './queries.ts'

/** So many of a ticket's newest mails, and of its newest messages, are looked through. */
const MOST = 100

/**
 * Who was written in copy in the mails of a ticket and in the replies to it, and may get a copy of the next reply. Those whom the newest mail
 * or reply names are included from the beginning, as a mail program does, unless it is not proved who wrote it; the others can be added.
 */
export const readCopies = (
  tenant: Tenant,
  actor: Member,
  id: TicketId,
  address: string | undefined,
): Promise<ReplyOf<typeof listCopies>> =>
  tenant.read(async (t) => {
    const ticket = await getTicketRow(t, actor, id)
    const [isMailed, named] = await Promise.all([isRepliedByMail(t, ticket), listNamed(t, ticket)])
    if (!isMailed) return { isMailed, people: [], refusal: null }
    const refused = await refusalsOf(t, tenant.platform, ticket, [
      ...named.map((person) => person.address),
      ...(address ? [address] : []),
    ])
    const people = named.filter((person) => !refused.has(person.address)).slice(0, MAX_COPIES)
    return { isMailed, people, refusal: (address && refused.get(address)) || null }
  })

/** `isProved`: it is known who wrote it. Anybody can write a mail in somebody's name with themselves in copy. */
type Named = { at: Date; isProved: boolean; people: MailPersonView[]; others: MailPersonView[] }

/** Everybody the mails and replies name, each mailbox once; the newest first. */
async function listNamed(
  t: Tx,
  { id, conversationId }: TicketRow,
): Promise<(MailPersonView & { isIncluded: boolean })[]> {
  const [mails, messages] = await Promise.all([
    listMailsOfTicket(t, id, MOST),
    listNewestSince(t, conversationId, 0, MOST),
  ])
  const ofMails = mails
    .filter(({ outcome }) => outcome === 'new_ticket' || outcome === 'reply')
    .map(({ receivedAt, outcome, fromName, fromAddress, recipients, authentication }): Named => {
      const isProved = authentication?.isTrusted === true && authentication.dmarc === 'pass'
      // Who wrote into the thread without being its customer is one of those in copy.
      const writer = outcome === 'reply' && fromAddress ? [{ name: fromName, address: fromAddress }] : []
      return { at: receivedAt, isProved, people: [...writer, ...(recipients?.cc ?? [])], others: recipients?.to ?? [] }
    })
  const ofReplies = messages.filter(isByPerson).map((message): Named => {
    const people = copiesOf(message).map((address) => ({ name: '', address }))
    return { at: message.createdAt, isProved: true, people, others: [] }
  })
  const newestFirst = [...ofMails, ...ofReplies].toSorted((a, b) => b.at.getTime() - a.at.getTime())
  const found = new Map<string, MailPersonView & { isIncluded: boolean }>()
  const add = (people: readonly MailPersonView[], isIncluded: boolean) => {
    for (const { name, address } of people) {
      // Mails name addresses that no mail of ours can have.
      if (!Email.safeParse(address).success) continue
      const known = found.get(mailboxOf(address))
      if (known) known.name ||= name
      else found.set(mailboxOf(address), { name, address: address.toLowerCase(), isIncluded })
    }
  }
  for (const [at, { people, isProved }] of newestFirst.entries()) add(people, at === 0 && isProved)
  for (const { others } of newestFirst) add(others, false)
  return [...found.values()]
}

async function refusalsOf(
  t: Tx,
  platform: Platform,
  { customerEmail }: TicketRow,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, CopyRefusal>> {
  const [unmailable, boxes] = await Promise.all([whyUnmailable(t, platform, addresses), listMailboxRows(t)])
  const read = boxes.map(({ username }) => mailboxOf(username))
  const reasonOf = (address: string): CopyRefusal | undefined => {
    if (customerEmail && mailboxOf(address) === mailboxOf(customerEmail)) return 'customer'
    return read.includes(mailboxOf(address)) ? 'own' : unmailable.get(address)
  }
  return new Map(
    addresses.flatMap((address) => {
      const reason = reasonOf(address)
      return reason ? [[address, reason] as const] : []
    }),
  )
}

const REFUSALS = {
  customer: m.error_copy_customer,
  own: m.error_copy_own,
  blocked: m.error_copy_blocked,
  returned: m.error_copy_returned,
}

/**
 * Refuses a reply whose copies would not arrive as the member saw them: the reply is then not sent at all. Throws conflict where the reply
 * itself goes out by no mail.
 */
export async function refuseCopies(t: Tx, platform: Platform, ticket: TicketRow, message: MessageRow): Promise<void> {
  const cc = copiesOf(message)
  if (cc.length === 0) return
  if (!(await isRepliedByMail(t, ticket))) throw conflict(m.error_copy_not_mailed)
  const [first] = await refusalsOf(t, platform, ticket, cc)
  if (!first) return
  const [email, reason] = first
  throw invalid({ 'body.cc': text(REFUSALS[reason], { email }) })
}
