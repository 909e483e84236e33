import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { enqueueJob } from '#server/platform/jobs/enqueue.ts'
import { job, type RecurringJob } from '#server/platform/jobs/job.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Mail } from './mailer.ts'
import { isFinalFault, LOST_AFTER_MS, mailFaultOf, OUTBOX_RETRIES, SWEEP_LIMIT } from './outbox-job.ts'
import { type SystemMailRow, systemMail } from './schema.ts'

type Payload = { mailId: string }

/**
 * Sends one system mail, with the retries of every outbox; after the last attempt, or at once when the mail can never be delivered, it is
 * marked failed with the reason. A mail whose sending was interrupted may arrive twice.
 */
export const deliverSystemMail = job<Payload>({
  name: 'mail.deliver-system',
  payload: z.object({ mailId: z.uuid() }),
  ...OUTBOX_RETRIES,
  keyOf: ({ mailId }) => mailId,
  run: deliver,
  onGivenUp: async (platform, { mailId }, error) => {
    await markPending(platform, mailId, { status: 'failed', lastError: mailFaultOf(error) })
  },
})

async function deliver(platform: Platform, { mailId }: Payload): Promise<void> {
  const [row] = await platform.db.orm.select().from(systemMail).where(isPending(mailId))
  if (!row) return
  const attempts = sql`${systemMail.attempts} + 1`
  try {
    await platform.mail.send(mailOf(platform, row))
  } catch (error) {
    const isFinal = isFinalFault(error)
    const status = isFinal ? 'failed' : 'pending'
    await markPending(platform, mailId, { status, lastError: mailFaultOf(error), attempts })
    if (!isFinal) throw error
    platform.log.warn({ err: error, mailId }, 'a system mail can never be delivered')
    return
  }
  const sent = { status: 'sent', lastError: null, text: '', html: '', sentAt: platform.clock.now() } as const
  await markPending(platform, mailId, { ...sent, attempts })
}

const isPending = (id: string) => and(eq(systemMail.id, id), eq(systemMail.status, 'pending'))

type Change = Parameters<ReturnType<typeof update>['set']>[0]
const update = ({ db }: Platform) => db.orm.update(systemMail)
const markPending = (platform: Platform, id: string, change: Change) =>
  update(platform).set(change).where(isPending(id))

const mailOf = ({ baseUrl }: Platform, { id, to, subject, text, html }: SystemMailRow): Mail => ({
  to,
  subject,
  text,
  html,
  messageId: `<${id}@${new URL(baseUrl).hostname}>`,
  isAutomatic: true,
})

/** System mails are listed for so long. */
const KEPT_DAYS = 30

/** Enqueues pending system mails whose job was lost, and deletes old ones. */
export const sweepSystemMail: RecurringJob = {
  name: 'mail.sweep-system',
  everySeconds: 300,
  run: async (platform) => {
    const now = platform.clock.now().getTime()
    const lost = await platform.db.query<{ id: string }>(
      `SELECT id FROM auth.system_mail WHERE status <> 'sent' AND status = 'pending' AND created_at < $1 ORDER BY created_at LIMIT $2`,
      [new Date(now - LOST_AFTER_MS), SWEEP_LIMIT],
    )
    for (const { id } of lost) await enqueueJob(platform, deliverSystemMail, { mailId: id })
    await platform.db.query(`DELETE FROM auth.system_mail WHERE created_at < $1`, [
      new Date(now - KEPT_DAYS * 24 * 3_600_000),
    ])
  },
}
