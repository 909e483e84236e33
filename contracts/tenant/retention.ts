import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, SeenVersion } from '#contracts/fields.ts'

const Own = { tag: 'data', access: 'member' } as const

/** After so many days; null keeps them for ever. */
const Days = z.int().min(1, 'error_retention_days').max(3650, 'error_retention_days').nullable()

/**
 * How long a business keeps what it need not keep: chats that became no ticket, files of finished tickets, records of AI calls with the
 * texts that went with them, and received mails (their originals; the messages stay).
 */
export const RetentionPolicy = z.strictObject({
  chatsDays: Days,
  filesDays: Days,
  aiRecordsDays: Days,
  mailsDays: Days,
})
export type RetentionPolicy = z.output<typeof RetentionPolicy>

export const RetentionCounts = z.object({ chats: z.int(), files: z.int(), aiRecords: z.int(), mails: z.int() })
export type RetentionCounts = z.output<typeof RetentionCounts>

export const RetentionView = z.object({
  policy: RetentionPolicy,
  version: z.int(),
  changedBy: z.string().nullable(),
  lastRunAt: Instant.nullable(),
  lastDeleted: RetentionCounts.nullable(),
})
export type RetentionView = z.output<typeof RetentionView>

export const getRetention = endpoint({
  ...Own,
  method: 'GET',
  path: '/api/retention',
  summary: 'How long the business keeps data',
  rate: 'read',
  reply: RetentionView,
})

/** What a policy would delete now. Changes nothing. */
export const tryRetention = endpoint({
  ...Own,
  method: 'POST',
  path: '/api/retention/dry-run',
  summary: 'Count what a retention policy would delete',
  rate: 'write',
  body: RetentionPolicy,
  reply: RetentionCounts,
})

/** Saves the policy, by which a job deletes from then on. For owners who signed in within the last 15 minutes. */
export const saveRetention = endpoint({
  ...Own,
  method: 'PUT',
  path: '/api/retention',
  summary: 'Set how long the business keeps data',
  rate: 'write',
  body: z.strictObject({ version: SeenVersion, policy: RetentionPolicy }),
  reply: RetentionView,
})
