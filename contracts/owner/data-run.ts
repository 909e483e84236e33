import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { DataRunId, TenantId } from '#contracts/ids.ts'

/** `starter`, `migrate` and `check` are the emergency data page's; the others are about one whole business. */
export const DataRunKind = z.enum(['starter', 'migrate', 'check', 'take_out', 'move_in', 'delete_tenant'])
export type DataRunKind = z.output<typeof DataRunKind>

/** waiting (for a process, or for its time) → running → done or failed; or cancelled while it waits. */
export const DataRunState = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled'])
export type DataRunState = z.output<typeof DataRunState>

/** Long work on data, with its progress. */
export const DataRunView = z.object({
  id: DataRunId,
  kind: DataRunKind,
  state: DataRunState,
  tenantId: TenantId.nullable(),
  requestedBy: z.string(),
  done: z.int(),
  total: z.int(),
  log: z.array(z.object({ at: Instant, level: z.enum(['info', 'done', 'failed']), text: z.string() })),
  contentHash: z.string().nullable().describe('Of a whole business that was taken out or moved in'),
  fileBytes: z.int().nullable().describe('Of the file that can be downloaded; null where there is none'),
  expiresAt: Instant.nullable(),
  startsAt: Instant,
  createdAt: Instant,
  finishedAt: Instant.nullable(),
})
export type DataRunView = z.output<typeof DataRunView>

/** A run of the platform owner, asked again while it works. */
export const getDataRun = endpoint({
  method: 'GET',
  path: '/api/owner/data-runs/:dataRunId',
  summary: 'Progress of work on data',
  tag: 'owner',
  access: 'owner',
  rate: 'read',
  params: z.object({ dataRunId: DataRunId }),
  reply: DataRunView,
})
