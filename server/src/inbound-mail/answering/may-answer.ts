import type { NoAnswerReason } from '#contracts/inbound-mail/answer.ts'
import type { CustomerRow } from '#server/customer/schema.ts'
import { authenticationOf, wordsHashOf } from '#server/inbound-mail/facts.ts'
import type { FoundTicket } from '#server/inbound-mail/find-ticket.ts'
import type { ParsedMail } from '#server/inbound-mail/parsing/parsed-mail.ts'
import { listSameWords } from '#server/inbound-mail/queries.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { mailboxOf } from '#server/platform/mail/mailbox.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readTenantOnce } from '#server/tenant/service.ts'

/** Addresses that programs send from and nobody reads, also where the mail does not say that a program sent it. */
const MACHINE = /^(?:mailer-daemon|postmaster|bounces?|no-?reply|do-?not-?reply)(?:[+=.-].*)?@/i
const DAY_MS = 24 * 3_600_000
/** Within so long a program answers: who writes the words of another sender later is another customer with the same question. */
const ANSWERED_WITHIN_MS = 10 * 60_000

export type Arrived = { mail: ParsedMail; found: FoundTicket | null; customer: CustomerRow | null }

/**
 * Why a mail gets no answer of a program, not even that it arrived; null where it may. Somebody other than the customer writes in a thread,
 * or a program writes the same words again, whichever subject or message id it takes: an answer would be answered.
 */
export async function whyUnanswered(t: Tx, { mail, found }: Arrived): Promise<NoAnswerReason | null> {
  if (MACHINE.test(mail.from?.address ?? '')) return 'machine'
  if (found && !found.isCustomer) return 'other_writer'
  return (await isRepeated(t, mail, found)) ? 'repeated' : null
}

/** The same words within a day by the same sender or in the same thread, or just now by whomever: a program may take another sender. */
async function isRepeated(t: Tx, mail: ParsedMail, found: FoundTicket | null): Promise<boolean> {
  const words = wordsHashOf(mail)
  if (!words) return false
  const before = (ms: number) => new Date(t.now.getTime() - ms)
  const mailbox = mail.from && mailboxOf(mail.from.address)
  const same = await listSameWords(t, words, before(DAY_MS))
  return same.some(
    ({ fromAddress, ticketId, receivedAt }) =>
      receivedAt > before(ANSWERED_WITHIN_MS) ||
      (found !== null && ticketId === found.ticket.id) ||
      (fromAddress !== null && mailboxOf(fromAddress) === mailbox),
  )
}

/** What is known when a mail arrives of whether the assistant may send its answer; null where it is asked, and sends what is sure. */
export function whyNotSent(
  platform: Platform,
  arrived: Arrived,
  answers: 'draft' | 'send',
  unanswered: NoAnswerReason | null,
): NoAnswerReason | null {
  if (answers === 'draft') return 'draft_only'
  return unanswered ?? (isVerified(platform, arrived) ? null : 'unverified')
}

/** How the assistant answers mails: not at all, as a draft for a person, or by itself where it is sure. */
export const readMailAnswers = async (t: Tx): Promise<'off' | 'draft' | 'send'> =>
  (await readTenantOnce(t)).aiSettings.mailAnswers ?? 'draft'

/** Whether it is proved who wrote: by the ticket's address, by the receiving server, or the customer's mailbox did before. */
function isVerified(platform: Platform, { mail, found, customer }: Arrived): boolean {
  const checked = authenticationOf(platform, mail)
  if (checked?.isPassed || (found?.isProved && found.isCustomer)) return true
  const isRefuted = checked?.view.isTrusted === true && checked.view.dmarc === 'fail'
  return !isRefuted && customer?.emailVerifiedAt != null
}
