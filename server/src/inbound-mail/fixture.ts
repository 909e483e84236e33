import { createHash, createHmac } from 'node:crypto'
import type { InboundMailId, MailboxId, TicketId } from '#contracts/ids.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { addMailbox } from './mailbox/settings.ts'
import { insertMails, updateMail } from './queries.ts'

export const MAIL_SECRET = 'secret of the mail server'

/** The settings of a server that receives mail. */
export const MAIL_ENV = {
  INBOUND_MAIL_ADDRESS: 'support@mail.example.com',
  INBOUND_MAIL_SECRET: MAIL_SECRET,
  INBOUND_MAIL_AUTHSERV: 'mx.example.com',
}

type GivenMail = {
  from?: string
  to: string
  subject?: string
  text?: string
  id?: string
  /** Further header lines. */
  headers?: readonly string[]
}

/** A plain mail. */
export function mailOf(given: GivenMail): string {
  const { from = 'Ada Park <ada@example.org>', to, subject = 'Where is my order?', text = 'It has not come.' } = given
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: ${given.id ?? `<${crypto.randomUUID()}@example.org>`}`,
    'Date: Tue, 24 Nov 2026 10:00:00 +0000',
    ...(given.headers ?? []),
    '',
    text,
    '',
  ].join('\r\n')
}

type HandOver = { recipient: string; secret?: string; at?: Date; signedFor?: string }

/** The request by which a mail server hands over a mail. */
export function handedOver(bytes: string | Uint8Array, given: HandOver): RequestInit {
  const { recipient, secret = MAIL_SECRET, at = new Date(), signedFor } = given
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const hash = createHash('sha256')
    .update(signedFor ?? bytes)
    .digest('hex')
  return {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      'x-segue-timestamp': timestamp,
      'x-segue-recipient': recipient,
      'x-segue-content-sha256': hash,
      'x-segue-signature': `v1=${createHmac('sha256', secret).update(`${timestamp}.${recipient}.${hash}`).digest('hex')}`,
    },
    body: bytes as BodyInit,
  }
}

/** A mailbox of the business; nothing is there. */
export async function makeMailbox(tenant: Tenant, actor: Member): Promise<MailboxId> {
  const id = crypto.randomUUID() as MailboxId
  const server = { host: 'imap.example.com', port: 993, security: 'tls', folder: 'INBOX' } as const
  await addMailbox(tenant, actor, { ...server, id, username: 'proof', password: 'proof' })
  return id
}

/** A received mail of a ticket, by its row. */
export async function makeInboundMail(tenant: Tenant, ticketId: TicketId): Promise<InboundMailId> {
  const { key: storageKey, size } = await tenant.platform.files.put(Buffer.from(mailOf({ to: 'a@example.com' })), {
    isOpaque: true,
  })
  const id = crypto.randomUUID() as InboundMailId
  await tenant.tx(async (t) => {
    const contentHash = createHash('sha256').update(id).digest('hex')
    await insertMails(t, [{ id, storageKey, size, contentHash, recipient: 'a@example.com', receivedAt: t.now }])
    await updateMail(t, id, {
      outcome: 'list',
      ticketId,
      fromAddress: 'ada@example.org',
      subject: 'Hello',
      quoted: 'q',
    })
  })
  return id
}
