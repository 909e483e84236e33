import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { InboundMailId, TenantId } from '#contracts/ids.ts'
import type { UnreadableMail } from '#contracts/inbound-mail/inbound-mail.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError } from '#server/platform/errors.ts'
import { type EnqueueOptions, type Job, job, type RecurringJob } from '#server/platform/jobs/job.ts'
import { runForEach } from '#server/platform/jobs/recurring-jobs.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { answerMail, leaveToPerson } from './answering/answer-mail.ts'
import { applyMail } from './apply-mail.ts'
import { type StoredAttachment, storeAttachments } from './attachments.ts'
import { readMail } from './parsing/read-mail.ts'
import { UnreadableMailError } from './parsing/unreadable-mail-error.ts'
import { countWaiting, findMail, lockWaiting, updateMail } from './queries.ts'

const Payload = z.object({ tenantId: TenantId, mailId: InboundMailId })
type Payload = z.output<typeof Payload>

/**
 * Makes a message or a ticket of an arrived mail, or notes why it makes none. A mail that cannot be read, or that fails each time, is set
 * aside with its original, where a person sees it: it keeps no other one waiting.
 */
export const takeInMail = job<Payload>({
  name: 'inbound-mail.takeIn',
  payload: Payload,
  attempts: 5,
  timeoutSeconds: 120,
  isUrgent: true,
  concurrency: 4,
  keyOf: ({ mailId }) => mailId,
  run: takeIn,
  onGivenUp: (platform, { tenantId, mailId }) => setAside(tenantOf(platform, tenantId), mailId, 'failed'),
})

async function takeIn(platform: Platform, { tenantId, mailId }: Payload): Promise<void> {
  const tenant = tenantOf(platform, tenantId)
  const row = await tenant.read((t) => findMail(t, mailId))
  if (!row || row.outcome) return
  const { stream } = await platform.files.open(row.storageKey)
  const mail = await readMail(await buffer(stream)).catch((error: unknown) => {
    if (!(error instanceof UnreadableMailError)) throw error
    platform.log.warn({ mailId, tenantId, reason: error.reason }, 'a mail cannot be read')
    return error
  })
  if (mail instanceof UnreadableMailError) return setAside(tenant, mailId, mail.reason)
  const files = await storeAttachments(platform, mail.attachments)
  const isUsed = await tenant
    .tx(async (t) => {
      const applied = await applyMail(t, platform, { mailId, mail, files })
      if (applied.isAsked) await t.enqueue(answerMailJob, { tenantId, mailId }, await afterWaiting(t))
      return applied.isUsed
    })
    .catch(async (error: unknown) => {
      await removeAll(platform, files)
      throw error
    })
  if (!isUsed) await removeAll(platform, files)
}

/** So few waiting mails keep no answer waiting. */
const FEW_WAITING = 20
/** How long each further one does: about as long as it takes to take it in. */
const EACH_WAITING_MS = 10

/**
 * After an outage thousands of mails wait: they are tickets first, and the assistant, which needs far more of the processor, is asked once
 * they are.
 */
async function afterWaiting(t: Tx): Promise<EnqueueOptions> {
  const waiting = await countWaiting(t)
  return waiting <= FEW_WAITING ? {} : { startAfter: new Date(t.now.getTime() + waiting * EACH_WAITING_MS) }
}

async function removeAll(platform: Platform, files: readonly StoredAttachment[]): Promise<void> {
  await Promise.all(files.map(({ storageKey }) => platform.files.remove(storageKey)))
}

const setAside = (tenant: Tenant, mailId: InboundMailId, unreadable: UnreadableMail): Promise<void> =>
  tenant.tx(async (t) => {
    const row = await lockWaiting(t, mailId)
    if (row) await updateMail(t, mailId, { outcome: 'unreadable', unreadable, processedAt: t.now })
  })

/** Has the assistant answer a mail that became a message. */
export const answerMailJob = job<Payload>({
  name: 'inbound-mail.answer',
  payload: Payload,
  attempts: 3,
  retryDelaySeconds: 5,
  timeoutSeconds: 60,
  // Nobody waits at a screen: a thousand mails after an outage keep no chat waiting.
  concurrency: 2,
  keyOf: ({ mailId }) => mailId,
  run: (platform, { tenantId, mailId }) => answerMail(tenantOf(platform, tenantId), mailId).catch(unlessGone),
  onGivenUp: (platform, { tenantId, mailId }) => leaveToPerson(tenantOf(platform, tenantId), mailId).catch(unlessGone),
})

/** The ticket was deleted, or the business is suspended: then the mail is answered once it is active. */
function unlessGone(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'not_found')) throw error
}

const LOST_AFTER_MS = 5 * 60_000
const BATCH = 200

/** Queues mails again whose job was lost. */
export const requeueLostMails: RecurringJob = {
  name: 'inbound-mail.requeueLost',
  everySeconds: 60,
  run: async (platform) => {
    const before = new Date(platform.clock.now().getTime() - LOST_AFTER_MS)
    const lost = await platform.db.query<Lost>('SELECT tenant_id, mail_id FROM waiting_mails($1, $2)', [before, BATCH])
    await queueEach(platform, takeInMail, lost)
  },
}

/** Queues mails again that the assistant was to answer and whose job was lost. */
export const requeueUnanswered: RecurringJob = {
  name: 'inbound-mail.requeueUnanswered',
  everySeconds: 60,
  run: async (platform) => {
    const before = new Date(platform.clock.now().getTime() - LOST_AFTER_MS)
    const lost = await platform.db.query<Lost>('SELECT tenant_id, mail_id FROM unanswered_mails($1, $2)', [
      before,
      BATCH,
    ])
    await queueEach(platform, answerMailJob, lost)
  },
}

type Lost = { tenant_id: TenantId; mail_id: InboundMailId }

const queueEach = (platform: Platform, queued: Job<Payload>, lost: readonly Lost[]): Promise<void> =>
  runForEach(platform, lost, ({ tenant_id: tenantId, mail_id: mailId }) =>
    tenantOf(platform, tenantId).tx((t) => t.enqueue(queued, { tenantId, mailId })),
  )
