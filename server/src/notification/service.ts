import type { ProviderId } from '#contracts/provider/provider.ts'
import type { MessageRow } from '#server/conversation/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform } from '#server/platform/platform.ts'
import { nameOf } from '#server/provider/service.ts'
import { readTenant } from '#server/tenant/service.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import { deliverMail } from './jobs.ts'
import { confirmationOf, keyRejectedOf, notificationOf, replyOf, untakenOf, type WrittenMail } from './letters.ts'
import { findOwnerEmail, insertMail, listAdminEmails } from './queries.ts'
import type { OutboxRow } from './schema.ts'

export type QueuedMail = WrittenMail & { to: string; type: OutboxRow['type']; ticketId: TicketRow['id'] | null }

/** Puts a mail to one address into the outbox; it goes out if, and only if, the transaction commits. */
export async function queueMail(t: Tx, mail: QueuedMail): Promise<OutboxRow> {
  const row = await insertMail(t, { ...mail, id: crypto.randomUUID(), createdAt: t.now })
  await t.enqueue(deliverMail, { tenantId: t.tenantId, mailId: row.id })
  return row
}

/**
 * Who hears of a new ticket (seed 3 §7): the support address and the owner's own where that is another one; else the owner's.
 * One recipient a mail. Empty when neither is known: there is no address of last resort.
 */
export function businessRecipients(supportEmail: string, ownerEmail: string | null): string[] {
  const known = [supportEmail, ownerEmail ?? ''].map((address) => address.trim()).filter((address) => address !== '')
  return known.filter(
    (address, index) => known.findIndex((one) => one.toLowerCase() === address.toLowerCase()) === index,
  )
}

/** Tells the business of a new ticket, and the customer, where an e-mail is known, that it has arrived. Demo tickets send nothing. */
export async function announceTicket(platform: Platform, t: Tx, ticket: TicketRow): Promise<void> {
  if (ticket.isDemo) return
  const tenant = await readTenant(t)
  const about = { baseUrl: platform.baseUrl, tenant, ticket }
  const recipients = businessRecipients(tenant.businessInfo.supportEmail, await findOwnerEmail(t))
  if (recipients.length === 0) {
    platform.log.warn(
      { tenantId: t.tenantId, ticketId: ticket.id },
      'nobody is told of a ticket: no support e-mail set',
    )
  }
  for (const to of recipients) {
    await queueMail(t, { ...notificationOf(about), to, type: 'ticket_notification', ticketId: ticket.id })
  }
  if (!ticket.customerEmail) return
  const to = ticket.customerEmail
  await queueMail(t, { ...confirmationOf(about), to, type: 'ticket_confirmation', ticketId: ticket.id })
}

/** Sends the customer a member's public answer, where an e-mail is known. Notes and demo tickets send nothing. */
export async function forwardReply(platform: Platform, t: Tx, ticket: TicketRow, message: MessageRow): Promise<void> {
  if (ticket.isDemo || message.visibility !== 'public' || !ticket.customerEmail) return
  const about = { baseUrl: platform.baseUrl, tenant: await readTenant(t), ticket, message }
  await queueMail(t, { ...replyOf(about), to: ticket.customerEmail, type: 'ticket_reply', ticketId: ticket.id })
}

/** Tells the owner that a provider refuses the stored key: until it is changed, others answer, or nobody but the own knowledge. */
export async function warnOfKey(
  platform: Platform,
  t: Tx,
  refused: { provider: ProviderId; keyEnd: string | null },
): Promise<void> {
  const to = await findOwnerEmail(t)
  if (!to) return
  const tenant = await readTenant(t)
  const letter = keyRejectedOf({ ...refused, baseUrl: platform.baseUrl, tenant, provider: nameOf(refused.provider) })
  await queueMail(t, { ...letter, to, type: 'key_rejected', ticketId: null })
}

/** Tells owners and admins that a customer waits for a person and nobody has taken the ticket. */
export async function callAdmins(platform: Platform, t: Tx, ticket: TicketRow): Promise<void> {
  if (ticket.isDemo) return
  const letter = untakenOf({ baseUrl: platform.baseUrl, tenant: await readTenant(t), ticket })
  for (const to of await listAdminEmails(t)) {
    await queueMail(t, { ...letter, to, type: 'ticket_untaken', ticketId: ticket.id })
  }
}
