import type { Tx } from '#server/platform/db/tenant.ts'
import type { MailText } from '#server/platform/mail/layout.ts'
import { deliverMail } from './jobs.ts'
import { writeMails } from './queries.ts'
import type { OutboxRow } from './schema.ts'

export type QueuedMail = MailText &
  Pick<OutboxRow, 'to' | 'type' | 'ticketId'> &
  Partial<Pick<OutboxRow, 'limitKey' | 'hourlyLimit' | 'userId' | 'addressees'>> & {
    /** Given where it must be written once: a second mail under it fails the transaction. */
    id?: string
  }

/** Puts a mail to one address into the outbox; it is sent if, and only if, the transaction commits. */
export async function writeMail(t: Tx, mail: QueuedMail): Promise<{ id: string }> {
  const id = (mail.id ?? crypto.randomUUID()) as OutboxRow['id']
  t.gather(writeMails, { ...mail, id, createdAt: t.now })
  await t.enqueue(deliverMail, { tenantId: t.tenantId, mailId: id })
  return { id }
}
