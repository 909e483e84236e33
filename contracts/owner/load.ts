import { z } from 'zod'
import { endpoint, type ReplyOf } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { TenantId } from '#contracts/ids.ts'
import { LOAD_MEASURES } from './load-measure.ts'

const Usage = z.object({
  requests: z.number(),
  databaseMs: z.number().describe('How long transactions were open, in milliseconds'),
  jobs: z.number(),
  modelCalls: z.number(),
  mails: z.number(),
})

const Statement = z.object({
  text: z.string().describe('Without its values'),
  count: z.number(),
  totalMs: z.number(),
  longestMs: z.number(),
})

/** What the installation does: queues, the businesses that use most of it, slow statements. */
export const getLoad = endpoint({
  tag: 'owner',
  access: 'owner',
  method: 'GET',
  path: '/api/owner/load',
  summary: 'Queues, heavy businesses and slow statements',
  rate: 'read',
  query: z.strictObject({ by: z.enum(LOAD_MEASURES).default('databaseMs') }),
  reply: z.object({
    since: Instant.describe('Begin of the figures of businesses and slow statements, an hour ago'),
    queues: z.array(
      z.object({
        name: z.string(),
        waiting: z.int(),
        oldestDueAt: Instant.nullable(),
        active: z.int(),
        retrying: z.int(),
        failed: z.int(),
      }),
    ),
    total: Usage,
    tenants: z.array(Usage.extend({ tenantId: TenantId, name: z.string().nullable() })),
    running: z.array(z.object({ text: z.string(), ms: z.number(), isBlocked: z.boolean() })),
    slow: z.array(Statement),
    statistics: z
      .array(Statement)
      .nullable()
      .describe('Of PostgreSQL’s pg_stat_statements since these were reset; null where it is not there'),
  }),
})
export type PlatformLoad = ReplyOf<typeof getLoad>
