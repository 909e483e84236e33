import type { ConversationId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { ConversationRow } from '#server/conversation/schema.ts'
import { readTranscript, type Transcript } from '#server/conversation/service.ts'
import { emailStatusOf, getCustomer, refuseBlocked } from '#server/customer/service.ts'
import type { Language } from '#server/language/service.ts'
import type { Guest } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict } from '#server/platform/errors.ts'
import type { MailText } from '#server/platform/mail/layout.ts'
import { mailboxOf } from '#server/platform/mail/mailbox.ts'
import { assertMayReachStranger } from '#server/platform/mail/stranger-limit.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import { portalUrlOf, readTenant } from '#server/tenant/service.ts'
import { layOut, letter, senderOf } from './channels/email/letter.ts'
import { writeMail } from './outbox.ts'

/**
 * Queues the transcript of a chat to the customer's confirmed address, and gives that. Throws conflict (reason `unverified`) without one,
 * and rate_limited beyond three an hour.
 */
export const mailTranscript = (
  tenant: Tenant,
  actor: Guest,
  id: ConversationId,
  language: Language,
): Promise<{ to: string }> =>
  tenant.tx(async (t) => {
    refuseBlocked(actor)
    const { row, title, text } = await readTranscript(t, actor, id, language)
    const to = await verifiedEmailOf(t, actor, row)
    await assertMayReachStranger(t, mailboxOf(to))
    const mail = transcriptLetter(await readTenant(t), tenant.platform, language, { title, text })
    await writeMail(t, { ...mail, to, type: 'chat_transcript', ticketId: row.ticketId })
    return { to }
  })

/** The mail with a transcript in it. */
export function transcriptLetter(
  business: TenantRow,
  addresses: Pick<Platform, 'baseUrl'>,
  language: Language,
  { title, text }: Pick<Transcript, 'title' | 'text'>,
): MailText {
  const locale = { locale: language }
  return layOut(
    letter(title, {
      sender: senderOf({ tenant: business }),
      language,
      title,
      lead: m.chat_transcript_lead({}, locale),
      facts: [],
      quote: text,
      action: { label: m.mail_reply_open({}, locale), url: portalUrlOf(addresses, business, { page: 'support' }) },
      reason: m.chat_transcript_why({ business: business.name }, locale),
    }),
  )
}

/** The address that the customer has proved: of the account they are signed in with, or of the chat. */
async function verifiedEmailOf(t: Tx, actor: Guest, row: ConversationRow): Promise<string> {
  const id = actor.customer?.id ?? row.customerId
  const customer = id ? await getCustomer(t, id) : null
  if (customer?.email && (actor.customer?.userId || emailStatusOf(customer) === 'verified')) return customer.email
  throw conflict(m.error_transcript_unverified, { reason: 'unverified' })
}
