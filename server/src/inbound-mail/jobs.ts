import { buffer } from 'node:stream/consumers'
import type { InboundMailId, TenantId } from '#contracts/ids.ts'
import type { UnreadableMail } from '#contracts/inbound-mail/inbound-mail.ts'
import { sharedTx } from '#server/platform/db/shared-tx.ts'
import { type Job, job, type RecurringJob } from '#server/platform/jobs/job.ts'
import { runForEach } from '#server/platform/jobs/recurring-jobs.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { createTurns } from '#server/platform/turns.ts'
import { answerMailJob, MailPayload } from './answer-job.ts'
import { MOST_TOGETHER, mailsApplied } from './apply-together.ts'
import { type StoredAttachment, storeAttachments } from './attachments.ts'
import { LONGEST_IN_PROCESS } from './parsing/limits.ts'
import { readMail } from './parsing/read-mail.ts'
import { UnreadableMailError } from './parsing/unreadable-mail-error.ts'
import { findMails, lockWaiting, updateMail } from './queries.ts'
import type { InboundMailRow } from './schema.ts'

/**
 * Makes a message or a ticket of an arrived mail, or notes why it makes none. A mail that cannot be read, or that fails each time, is set
 * aside with its original, where a person sees it: it keeps no other one waiting.
 */
export const takeInMail = job<MailPayload>({
  name: 'inbound-mail.takeIn',
  payload: MailPayload,
  attempts: 5,
  // A long mail may wait for three others, each of which is read for a minute at most.
  timeoutSeconds: 360,
  isUrgent: true,
  // So many share a transaction; the assistant and the mails about them come after the tickets.
  concurrency: MOST_TOGETHER,
  holdsOthersBack: true,
  keyOf: ({ mailId }) => mailId,
  run: takeIn,
  onGivenUp: (platform, { tenantId, mailId }) => setAside(tenantOf(platform, tenantId), mailId, 'failed'),
})

/** So many long mails are read at once: each may need much memory. */
const LONG_AT_ONCE = 4
const longMails = processState('long mails being read', () => createTurns(LONG_AT_ONCE))

const mailsFound = processState('mails being looked up', (platform) =>
  sharedTx<MailPayload, InboundMailRow | undefined>(platform, {
    most: MOST_TOGETHER,
    kind: 'read',
    run: async (t, mails) => {
      const rows = await findMails(
        t,
        mails.map(({ mailId }) => mailId),
      )
      return mails.map(({ mailId }) => rows.find(({ id }) => id === mailId))
    },
  }),
)

async function takeIn(platform: Platform, { tenantId, mailId }: MailPayload): Promise<void> {
  const row = await platform.state(mailsFound)({ tenantId, mailId })
  if (!row || row.outcome) return
  const take = () => takeInRow(platform, row)
  await (row.size > LONGEST_IN_PROCESS ? platform.state(longMails)(take) : take())
}

async function takeInRow(platform: Platform, { tenantId, id: mailId, storageKey, receivedAt }: InboundMailRow) {
  const tenant = tenantOf(platform, tenantId)
  const { stream } = await platform.files.open(storageKey)
  const mail = await readMail(await buffer(stream)).catch((error: unknown) => {
    if (!(error instanceof UnreadableMailError)) throw error
    platform.log.warn({ mailId, tenantId, reason: error.reason }, 'a mail cannot be read')
    return error
  })
  if (mail instanceof UnreadableMailError) return setAside(tenant, mailId, mail.reason)
  const files = await storeAttachments(platform, mail.attachments)
  const waiting = { tenantId, mailId, mail, files, receivedAt }
  const { isUsed } = await platform
    .state(mailsApplied)(waiting)
    .catch(async (error: unknown) => {
      await removeAll(platform, files)
      throw error
    })
  if (!isUsed) await removeAll(platform, files)
}

async function removeAll(platform: Platform, files: readonly StoredAttachment[]): Promise<void> {
  await Promise.all(files.map(({ storageKey }) => platform.files.remove(storageKey)))
}

const setAside = (tenant: Tenant, mailId: InboundMailId, unreadable: UnreadableMail): Promise<void> =>
  tenant.tx(async (t) => {
    const waiting = await lockWaiting(t, [mailId])
    if (waiting.has(mailId)) await updateMail(t, mailId, { outcome: 'unreadable', unreadable, processedAt: t.now })
  })

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

const queueEach = (platform: Platform, queued: Job<MailPayload>, lost: readonly Lost[]): Promise<void> =>
  runForEach(platform, lost, ({ tenant_id: tenantId, mail_id: mailId }) =>
    tenantOf(platform, tenantId).tx((t) => t.enqueue(queued, { tenantId, mailId })),
  )
