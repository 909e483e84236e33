import { z } from 'zod'
import { TenantId } from '#contracts/ids.ts'
import { job, type RecurringJob } from '#server/platform/jobs/job.ts'
import { type Mail, MailError } from '#server/platform/mail/mailer.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import { readTenant } from '#server/tenant/service.ts'
import { headerLine } from './layout.ts'
import { findWaitingMail, markGivenUp, markSent, markTried } from './queries.ts'
import type { OutboxRow } from './schema.ts'

type Payload = { tenantId: TenantId; mailId: string }

const UNKNOWN = 'The mail could not be sent for a reason of our own. The log tells more.'

/**
 * Sends one mail of the outbox. Tried for at least 24 hours with growing pauses (30 s to 2 h); after the last try, or at once when
 * the mail can never be delivered, it is marked failed with the reason. A mail that was cut while being sent may arrive twice.
 */
export const deliverMail = job<Payload>({
  name: 'notification.deliver',
  payload: z.object({ tenantId: TenantId, mailId: z.uuid() }),
  attempts: 21,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 7200,
  timeoutSeconds: 90,
  concurrency: 4,
  keyOf: ({ mailId }) => mailId,
  run: deliver,
  onGivenUp: async (platform, { tenantId, mailId }, error) => {
    await tenantOf(platform, tenantId).tx((t) => markGivenUp(t, mailId, reasonOf(error)))
  },
})

async function deliver(platform: Platform, { tenantId, mailId }: Payload): Promise<void> {
  const tenant = tenantOf(platform, tenantId)
  const due = await tenant.tx(async (t) => {
    const row = await findWaitingMail(t, mailId)
    return row && { row, sender: await readTenant(t) }
  })
  if (!due) return
  try {
    await platform.mail.send(mailOf(platform, due.row, due.sender))
  } catch (error) {
    const isFinal = error instanceof MailError && error.permanent
    await tenant.tx((t) => markTried(t, mailId, reasonOf(error), isFinal ? 'failed' : 'pending'))
    if (!isFinal) throw error
    platform.log.warn({ err: error, tenantId, mailId }, 'a mail can never be delivered')
    return
  }
  await tenant.tx((t) => markSent(t, mailId))
}

/** What an admin may read: a mailer's own sentence, never the words of an unforeseen fault. */
const reasonOf = (error: unknown): string => (error instanceof MailError ? error.message : UNKNOWN)

/**
 * The mail with its headers. All mails about a ticket refer to one id of its own, so that mail programs show them as one thread;
 * a customer's answer goes to the business's support address.
 */
function mailOf(platform: Platform, row: OutboxRow, tenant: TenantRow): Mail {
  const host = new URL(platform.baseUrl).hostname
  const thread = row.ticketId ? `<ticket.${row.ticketId}@${host}>` : null
  const { supportEmail } = tenant.businessInfo
  const isToCustomer = row.type === 'ticket_confirmation' || row.type === 'ticket_reply'
  return {
    to: row.to,
    from: senderOf(platform.config.mailFrom, tenant.name),
    ...(isToCustomer && supportEmail ? { replyTo: supportEmail } : {}),
    subject: row.subject,
    text: row.text,
    html: row.html,
    messageId: `<${row.id}@${host}>`,
    ...(thread ? { inReplyTo: thread, references: [thread] } : {}),
    isAutomatic: row.type !== 'ticket_reply',
  }
}

/** The installation's address under the business's name. */
function senderOf(mailFrom: string, name: string): string {
  const address = /<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom
  const shown = headerLine(name)
    .replace(/["<>\\]/g, '')
    .trim()
  return shown ? `${shown} <${address}>` : address
}

/** From then on a mail that nobody works on has lost its job. */
const LOST_AFTER_MS = 10 * 60_000
const SWEEP = 1000

/** Takes mails up again whose job was lost; one that still has its job (it waits for its next try) keeps that one alone. */
export const sweepMail: RecurringJob = {
  name: 'notification.sweep',
  everySeconds: 300,
  run: async (platform) => {
    const before = new Date(platform.clock.now().getTime() - LOST_AFTER_MS)
    const lost = await platform.db.query<{ tenant_id: TenantId; outbox_id: string }>(
      'SELECT tenant_id, outbox_id FROM unsent_mail($1, $2)',
      [before, SWEEP],
    )
    for (const { tenant_id: tenantId, outbox_id: mailId } of lost) {
      await tenantOf(platform, tenantId).tx((t) => t.enqueue(deliverMail, { tenantId, mailId }))
    }
  },
}
