import type { TenantId } from '#contracts/ids.ts'
import { sharedTx } from '#server/platform/db/shared-tx.ts'
import { mailboxOf } from '#server/platform/mail/mailbox.ts'
import type { Platform } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { type Applied, type Arrived, applyMails } from './apply-mail.ts'
import { wordsHashOf } from './facts.ts'
import { namesTicket } from './find-ticket.ts'

export type WaitingMail = Arrived & { tenantId: TenantId; receivedAt: Date }

/** The most mails that one transaction makes tickets of: until its end other new tickets of the business wait for their number. */
export const MOST_TOGETHER = 16

/** Makes messages and tickets of the mails of a business that wait at the same time, in the order in which they arrived. */
export const mailsApplied = processState('mails being taken in', (platform) =>
  sharedTx<WaitingMail, Applied>(platform, {
    most: MOST_TOGETHER,
    groupsOf: (mails) => independentGroups(platform, mails),
    run: (t, mails) => applyMails(t, platform, mails),
  }),
)

/**
 * In the order of arrival, each group after the one before. In one are mails that cannot concern each other: of different senders and words, and
 * of no ticket that is there. Any other has to see what became of the mails before it.
 */
export function independentGroups(platform: Platform, mails: readonly WaitingMail[]): WaitingMail[][] {
  const groups: WaitingMail[][] = []
  let seen: Set<string> | null = null
  for (const one of mails.toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())) {
    const sender = one.mail.from && mailboxOf(one.mail.from.address)
    const marks = [sender, wordsHashOf(one.mail)].filter((mark) => mark !== null)
    const isAlone = !sender || one.mail.bounce !== null || namesTicket(platform, one.mail)
    if (isAlone || !seen || marks.some((mark) => seen?.has(mark))) {
      groups.push([])
      seen = new Set()
    }
    groups.at(-1)?.push(one)
    for (const mark of marks) seen.add(mark)
    if (isAlone) seen = null
  }
  return groups
}
