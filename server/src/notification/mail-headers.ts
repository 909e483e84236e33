import { headerLine } from '#server/platform/mail/layout.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { replyAddressOf } from '#server/platform/mail/reply-address.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import { confirmedSupportEmail } from '#server/tenant/service.ts'
import { logoOf } from './mail-logo.ts'
import type { OutboxRow } from './schema.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

type MailedRow = Pick<
  OutboxRow,
  'id' | 'to' | 'subject' | 'text' | 'html' | 'type' | 'ticketId' | 'userId' | 'limitKey'
> &
  Partial<Pick<OutboxRow, 'addressees'>>

/**
 * The mail with its headers. All mails about a ticket refer to the same message id, so that mail programs show them as one thread;
 * a customer's reply, and what the servers report of its delivery, goes to the address of the ticket, or where the platform receives no
 * mail to the business's support address, where that is confirmed.
 */
export async function mailOf(platform: Platform, row: MailedRow, tenant: TenantRow): Promise<Mail> {
  const host = new URL(platform.baseUrl).hostname
  const thread = row.ticketId ? `<ticket.${row.ticketId}@${host}>` : null
  const isToCustomer = row.type === 'ticket_confirmation' || row.type === 'ticket_reply'
  const ownAddress = row.ticketId && isToCustomer ? replyAddressOf(platform, tenant.id, row.ticketId) : null
  const replyTo = ownAddress ?? confirmedSupportEmail(tenant)
  const logo = row.html.includes('cid:logo') ? await logoOf(platform, tenant) : null
  const ends = unsubscribeUrl(platform, tenant.id, row)
  return {
    to: row.to,
    ...(row.addressees ? { addressees: row.addressees } : {}),
    from: senderOf(platform.config.mailFrom, tenant.name),
    ...(isToCustomer && replyTo ? { replyTo } : {}),
    ...(ownAddress ? { returnPath: ownAddress } : {}),
    subject: row.subject,
    text: row.text,
    html: logo ? row.html : row.html.replace(/<img src="cid:logo"[^>]*>/, ''),
    messageId: `<${row.id}@${host}>`,
    ...(thread ? { inReplyTo: thread, references: [thread] } : {}),
    ...automationOf(row, isToCustomer),
    ...(ends ? { unsubscribeUrl: ends } : {}),
    ...(logo ? { logo } : {}),
  }
}

/** How a mail says that a program sent it. A reply without a limit is a person's. */
function automationOf(
  { type, limitKey }: Pick<OutboxRow, 'type' | 'limitKey'>,
  isToCustomer: boolean,
): Pick<Mail, 'isAutomatic' | 'automation'> {
  if (type === 'ticket_reply' && limitKey === null) return { isAutomatic: false }
  return { isAutomatic: true, automation: isToCustomer ? 'replied' : 'generated' }
}

/** The installation's address under the business's name. */
function senderOf(mailFrom: string, name: string): string {
  const address = /<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom
  const shown = headerLine(name)
    .replace(/["<>\\]/g, '')
    .trim()
  return shown ? `${shown} <${address}>` : address
}
