import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, line } from '#contracts/fields.ts'
import { JobId, MailId, SystemMailId, TenantId } from '#contracts/ids.ts'
import { Cursor, Limit, pageOf } from '#contracts/page.ts'

const Owner = { tag: 'owner', access: 'owner' } as const

/** Mails of the platform: about accounts, sign-ups and payments. Not their texts, which may contain links that give access. */
export const listPlatformMails = endpoint({
  ...Owner,
  method: 'GET',
  path: '/api/owner/mails',
  summary: 'The outbox of the platform',
  rate: 'read',
  query: z.strictObject({ status: z.enum(['pending', 'sent', 'failed', 'unsent']).optional(), cursor: Cursor }),
  reply: pageOf(
    z.object({
      id: z.uuid(),
      to: z.string(),
      kind: z.string(),
      subject: z.string(),
      status: z.enum(['pending', 'sent', 'failed']),
      attempts: z.int(),
      lastError: z.string().nullable(),
      createdAt: Instant,
      sentAt: Instant.nullable(),
    }),
  ),
})

export const retryPlatformMail = endpoint({
  ...Owner,
  method: 'POST',
  path: '/api/owner/mails/retry',
  summary: 'Send a failed mail again',
  rate: 'write',
  body: z.strictObject({ mailId: SystemMailId }),
  reply: z.object({ queued: z.literal(true) }),
})

/** The newest 100 mails of businesses that could not be sent, without address and text. */
export const listFailedTenantMails = endpoint({
  ...Owner,
  method: 'GET',
  path: '/api/owner/tenant-mails',
  summary: 'Mails of businesses that failed',
  rate: 'read',
  reply: z.object({
    items: z.array(
      z.object({
        id: MailId,
        tenantId: TenantId,
        tenantName: z.string(),
        kind: z.string(),
        attempts: z.int(),
        lastError: z.string().nullable(),
        createdAt: Instant,
      }),
    ),
  }),
})

/** Begins the attempts for a failed mail of a business anew; one that did not fail is a conflict. */
export const retryTenantMail = endpoint({
  ...Owner,
  method: 'POST',
  path: '/api/owner/tenants/:tenantId/mails/:mailId/retry',
  summary: 'Send a failed mail of a business again',
  rate: 'write',
  params: z.object({ tenantId: TenantId, mailId: MailId }),
  reply: z.object({ queued: z.literal(true) }),
})

/** Errors of requests and jobs, one entry for all of a kind, the newest first. At most 200. */
export const listSystemErrors = endpoint({
  ...Owner,
  method: 'GET',
  path: '/api/owner/errors',
  summary: 'Errors of requests and jobs',
  rate: 'read',
  query: z.strictObject({ status: z.enum(['open', 'resolved']).default('open') }),
  reply: z.object({
    items: z.array(
      z.object({
        fingerprint: z.string(),
        source: z.string().describe('Route or job'),
        name: z.string(),
        message: z.string().describe('Without the values of the single case'),
        count: z.int(),
        firstAt: Instant,
        lastAt: Instant,
        lastRequestId: z.string().nullable(),
      }),
    ),
  }),
})

/** Marks an error as seen to. It is open again with its next occurrence. */
export const resolveSystemError = endpoint({
  ...Owner,
  method: 'POST',
  path: '/api/owner/errors/resolve',
  summary: 'Mark an error as resolved',
  rate: 'write',
  body: z.strictObject({ fingerprint: z.string().regex(/^[0-9a-f]{32}$/) }),
  reply: z.object({ resolved: z.literal(true) }),
})

const AuditFilter = z.strictObject({
  search: line(100).optional().describe('Part of the action or of the email address of who acted'),
  tenantId: TenantId.optional(),
  from: Instant.optional(),
  until: Instant.optional(),
})
export type AuditFilter = z.output<typeof AuditFilter>

export const AuditEntryView = z.object({
  id: z.uuid(),
  at: Instant,
  action: z.string(),
  tenantId: TenantId.nullable(),
  tenantName: z.string().nullable(),
  actorKind: z.string(),
  actorEmail: z.string().nullable(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
})
export type AuditEntryView = z.output<typeof AuditEntryView>

export const listAuditEntries = endpoint({
  ...Owner,
  method: 'GET',
  path: '/api/owner/audit',
  summary: 'The audit log',
  rate: 'read',
  query: AuditFilter.extend({ cursor: Cursor, limit: Limit }),
  reply: pageOf(AuditEntryView),
})

/** The newest 10,000 entries of a filter as CSV. */
export const exportAuditEntries = endpoint({
  ...Owner,
  method: 'GET',
  path: '/api/owner/audit-export',
  summary: 'The audit log as CSV',
  rate: 'read',
  answer: 'file',
  query: AuditFilter,
  reply: z.undefined(),
})

/** The job queues with their counts, and the newest 100 failed jobs. Ended jobs are kept for an hour. */
export const listJobs = endpoint({
  ...Owner,
  method: 'GET',
  path: '/api/owner/jobs',
  summary: 'Job queues and failed jobs',
  rate: 'read',
  reply: z.object({
    queues: z.array(
      z.object({
        name: z.string(),
        waiting: z.int(),
        active: z.int(),
        retrying: z.int(),
        failed: z.int(),
        completed: z.int(),
        oldestDueAt: Instant.nullable().describe('Since when the oldest job that could run waits'),
      }),
    ),
    failed: z.array(
      z.object({ id: z.uuid(), queue: z.string(), error: z.string().nullable(), attempts: z.int(), failedAt: Instant }),
    ),
  }),
})

export const retryFailedJob = endpoint({
  ...Owner,
  method: 'POST',
  path: '/api/owner/jobs/retry',
  summary: 'Give a failed job one more attempt',
  rate: 'write',
  body: z.strictObject({ jobId: JobId }),
  reply: z.object({ queued: z.literal(true) }),
})

/** The version of the program, of its last commit and of the database's schema. */
export const getVersion = endpoint({
  method: 'GET',
  path: '/api/version',
  summary: 'Version of program and schema',
  tag: 'platform',
  access: 'public',
  rate: 'read',
  reply: z.object({
    version: z.string(),
    committedAt: Instant.nullable().describe('When the last commit of this version was made'),
    schema: z.string().describe('Name of the newest migration'),
  }),
})
