import { z } from 'zod'
import { TenantId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { batched, byKey } from '#server/platform/batched.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { hastenJob } from '#server/platform/jobs/inspect.ts'
import { job, type RecurringJob } from '#server/platform/jobs/job.ts'
import { MailError } from '#server/platform/mail/mailer.ts'
import {
  isFinalFault,
  LOST_AFTER_MS,
  mailFaultOf,
  OUTBOX_RETRIES,
  SWEEP_LIMIT,
} from '#server/platform/mail/outbox-job.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import { readTenant } from '#server/tenant/service.ts'
import { mailOf } from './mail-headers.ts'
import { admitMails } from './mail-limit.ts'
import { findMailServer } from './mail-server/queries.ts'
import { sendMailOf } from './mail-server/send.ts'
import {
  findNextOfThread,
  findOvertaking,
  findPendingMails,
  markAttemptFailed,
  markGivenUp,
  markSent,
  markWaiting,
} from './queries.ts'
import type { MailServerRow, OutboxRow } from './schema.ts'

type Payload = { tenantId: TenantId; mailId: string }

/**
 * Sends one mail of the outbox. Retries with backoff (30 s to 2 h) for at least 24 hours; after the last attempt, or at once when
 * the mail can never be delivered, the mail is marked failed with the reason. A mail whose sending was interrupted may arrive twice.
 */
export const deliverMail = job<Payload>({
  name: 'notification.deliver',
  payload: z.object({ tenantId: TenantId, mailId: z.uuid() }),
  ...OUTBOX_RETRIES,
  // So many share the statements that read and mark them.
  concurrency: 32,
  // Those that are at a business's own server.
  yieldedConcurrency: 200,
  keyOf: ({ mailId }) => mailId,
  run: deliver,
  onGivenUp: async (platform, { tenantId, mailId }, error) => {
    await tenantOf(platform, tenantId).tx((t) => markGivenUp(t, mailId, mailFaultOf(error)))
  },
})

async function deliver(platform: Platform, { tenantId, mailId }: Payload): Promise<void> {
  const { findDue, markDelivered } = platform.state(mailBatches)
  const due = await findDue({ tenantId, mailId })
  if (!due) return
  if (!due.isAdmitted) {
    platform.metrics.heldMail()
    platform.log.info({ tenantId, mailId }, 'a mail was held by the limit of its address or the block list')
    return
  }
  if (due.isOvertaking) await waitForThread(platform, { tenantId, mailId })
  try {
    await sendMailOf(platform, due.server, await mailOf(platform, due.row, due.sender))
    platform.load.count(tenantId, 'mails')
  } catch (error) {
    const isFinal = isFinalFault(error)
    await tenantOf(platform, tenantId).tx((t) =>
      markAttemptFailed(t, mailId, mailFaultOf(error), isFinal ? 'failed' : 'pending'),
    )
    if (!isFinal) throw error
    platform.log.warn({ err: error, tenantId, mailId }, 'a mail can never be delivered')
    return
  }
  await markDelivered({ tenantId, mailId })
  if (due.row.lastError && due.row.ticketId) await hastenThread(platform, tenantId, due.row)
}

/**
 * The mails about a ticket reach a recipient in their order, also after an outage in which each has its own next attempt: one that comes
 * after a failed one waits with it. Throws, so that its job is retried.
 */
async function waitForThread(platform: Platform, { tenantId, mailId }: Payload): Promise<never> {
  const fault = new MailError(m.notification_mail_waits, { permanent: false })
  await tenantOf(platform, tenantId).tx((t) => markWaiting(t, mailId, fault.message))
  throw fault
}

/** The next mail of a thread goes out right after the one that it waited for. */
async function hastenThread(platform: Platform, tenantId: TenantId, sent: OutboxRow): Promise<void> {
  const next = await tenantOf(platform, tenantId).read((t) => findNextOfThread(t, sent))
  if (next) await hastenJob(platform, deliverMail, next)
}

type DueMail = {
  row: OutboxRow
  isAdmitted: boolean
  isOvertaking: boolean
  sender: TenantRow
  server: MailServerRow | null
}

/** The most mails that one transaction reads or marks. */
const BATCH = 100

/** The mails that are delivered at the same time share a transaction for each business before they are sent, and one after. */
const mailBatches = processState('mails being delivered', (platform: Platform) => {
  const inBatches = <Result>(run: (t: Tx, ids: string[]) => Promise<(id: string) => Result>) =>
    batched<Payload, Result>(
      (mails) =>
        byKey(
          mails,
          ({ tenantId }) => tenantId,
          async (ofTenant) => {
            const { tenantId } = ofTenant[0] as Payload
            const ids = ofTenant.map(({ mailId }) => mailId)
            const resultOf = await tenantOf(platform, tenantId).tx((t) => run(t, ids))
            return ({ mailId }) => resultOf(mailId)
          },
        ),
      BATCH,
    )
  return {
    findDue: inBatches<DueMail | null>(async (t, ids) => {
      const [rows, overtaking, sender, server] = await Promise.all([
        findPendingMails(t, ids),
        findOvertaking(t, ids),
        readTenant(t),
        findMailServer(t),
      ])
      // A suspended business sends nothing. Its mails stay pending, and are sent once it is active (unsent_mail).
      if (sender.status !== 'ACTIVE') return () => null
      const admitted = await admitMails(t, rows)
      const due = new Map<string, DueMail>()
      for (const row of rows) {
        const isOvertaking = overtaking.has(row.id)
        due.set(row.id, { row, isAdmitted: admitted.has(row.id), isOvertaking, sender, server })
      }
      return (id) => due.get(id) ?? null
    }),
    markDelivered: inBatches<void>(async (t, ids) => {
      // A mail that is not marked is sent again.
      t.relaxDurability()
      markSent(t, ids)
      return () => undefined
    }),
  }
})

/** Enqueues pending mails whose job was lost; a mail whose job waits for its next attempt gets no second one. */
export const sweepMail: RecurringJob = {
  name: 'notification.sweep',
  everySeconds: 300,
  run: async (platform) => {
    const before = new Date(platform.clock.now().getTime() - LOST_AFTER_MS)
    const lost = await platform.db.query<{ tenant_id: TenantId; outbox_id: string }>(
      'SELECT tenant_id, outbox_id FROM unsent_mail($1, $2)',
      [before, SWEEP_LIMIT],
    )
    for (const { tenant_id: tenantId, outbox_id: mailId } of lost) {
      await tenantOf(platform, tenantId).tx((t) => t.enqueue(deliverMail, { tenantId, mailId }))
    }
  },
}

/** What a mail said is kept so long after it was sent. */
const TEXT_KEPT_DAYS = 30
/** So many are emptied at once. */
const EMPTIED_AT_ONCE = 1000

/** Empties mails that were sent more than 30 days ago: what is said in tickets is there, and nobody reads it here. */
export const emptySentMails: RecurringJob = {
  name: 'notification.emptySentMails',
  everySeconds: 3600,
  run: async (platform) => {
    const before = new Date(platform.clock.now().getTime() - TEXT_KEPT_DAYS * 86_400_000)
    for (let emptied = EMPTIED_AT_ONCE; emptied === EMPTIED_AT_ONCE; ) {
      const given = [before, EMPTIED_AT_ONCE]
      const rows = await platform.db.query<{ n: number }>('SELECT empty_sent_mails($1, $2) AS n', given)
      emptied = rows[0]?.n ?? 0
    }
  },
}
