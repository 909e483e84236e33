import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { MailId, TenantId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import { reopenMail } from '#server/notification/service.ts'
import { notFound } from '#server/platform/errors.ts'
import { enqueueJob } from '#server/platform/jobs/enqueue.ts'
import { listFailedJobs, type QueueState, readQueues, retryJob } from '#server/platform/jobs/inspect.ts'
import { listSystemMails, reopenSystemMail } from '#server/platform/mail/system-mail.ts'
import { deliverSystemMail } from '#server/platform/mail/system-mail-jobs.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import { systemError } from '#server/platform/system-errors/schema.ts'
import { lineIn } from '#server/platform/text/stored-text.ts'
import { type OwnerCall, recordActIn, recordedAct } from './act.ts'

const MAX_ERRORS = 200
const MAX_MAILS = 100

/** The outbox of the platform. */
export async function listPlatformMails(
  platform: Platform,
  { status, cursor }: { status?: 'pending' | 'sent' | 'failed' | 'unsent' | undefined; cursor?: string | undefined },
  language: Language,
) {
  const { items, nextCursor } = await listSystemMails(platform, status ? { status } : {}, cursor)
  const presented = items.map(({ createdAt, sentAt, lastError, ...mail }) => ({
    ...mail,
    lastError: lastError && lineIn(lastError, language),
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }))
  return { items: presented, nextCursor }
}

/** Sends a failed mail of the platform again. */
export async function retryPlatformMail(call: OwnerCall, mailId: string): Promise<void> {
  await recordedAct(call, { action: 'mail_retried', detail: { mailId } }, (platform) =>
    reopenSystemMail(platform, mailId),
  )
  await enqueueJob(call.platform, deliverSystemMail, { mailId })
}

/** Begins the attempts for a failed mail of a business anew. Throws not_found, and conflict for a mail that did not fail. */
export const retryTenantMail = (call: OwnerCall, tenantId: TenantId, mailId: MailId): Promise<void> =>
  tenantOf(call.platform, tenantId).tx(async (t) => {
    await reopenMail(t, mailId)
    await recordActIn(t, call, { action: 'tenant_mail_retried', detail: { mailId } })
  })

type FailedMailRow = {
  id: MailId
  tenant_id: TenantId
  tenant_name: string
  kind: string
  attempts: number
  last_error: string | null
  created_at: Date
}

/** The newest mails that businesses could not send. */
export async function listFailedTenantMails({ db }: Platform, language: Language) {
  const rows = await db.query<FailedMailRow>('SELECT * FROM failed_tenant_mails($1)', [MAX_MAILS])
  return rows.map((row) => ({
    id: row.id,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    kind: row.kind,
    attempts: row.attempts,
    lastError: row.last_error && lineIn(row.last_error, language),
    createdAt: row.created_at.toISOString(),
  }))
}

/** Errors of requests and jobs, grouped, the newest first. */
export async function listSystemErrors({ db }: Platform, status: 'open' | 'resolved') {
  const isOpen = status === 'open' ? isNull(systemError.resolvedAt) : isNotNull(systemError.resolvedAt)
  const rows = await db.orm.select().from(systemError).where(isOpen).orderBy(desc(systemError.lastAt)).limit(MAX_ERRORS)
  return rows.map(({ firstAt, lastAt, resolvedAt: _, ...error }) => ({
    ...error,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }))
}

/** Marks an error as resolved, until it occurs again. Throws not_found. */
export async function resolveSystemError(call: OwnerCall, fingerprint: string): Promise<void> {
  await recordedAct(call, { action: 'error_resolved', detail: { fingerprint } }, async ({ db, clock }) => {
    const changed = await db.orm
      .update(systemError)
      .set({ resolvedAt: clock.now() })
      .where(and(eq(systemError.fingerprint, fingerprint), isNull(systemError.resolvedAt)))
      .returning({ fingerprint: systemError.fingerprint })
    if (changed.length === 0) throw notFound('error')
  })
}

export const presentQueue = ({ oldestDueAt, ...queue }: QueueState) => ({
  ...queue,
  oldestDueAt: oldestDueAt?.toISOString() ?? null,
})

/** The job queues, and the newest failed jobs. */
export async function listJobs(platform: Platform) {
  const [queues, failed] = await Promise.all([readQueues(platform), listFailedJobs(platform)])
  return {
    queues: queues.map(presentQueue),
    failed: failed.map(({ failedAt, ...job }) => ({ ...job, failedAt: failedAt.toISOString() })),
  }
}

/** Gives a failed job one more attempt. */
export async function retryFailedJob(call: OwnerCall, jobId: string): Promise<void> {
  await recordedAct(call, { action: 'job_retried', detail: { jobId } }, (platform) => retryJob(platform, jobId))
}
