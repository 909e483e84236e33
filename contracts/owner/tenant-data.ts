import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { line, requiredLine } from '#contracts/fields.ts'
import { DataRunId, TenantId } from '#contracts/ids.ts'
import { DataRunView } from './data-run.ts'
import { GRACE_DAYS } from './grace.ts'

const Owner = { tag: 'owner', access: 'owner' } as const
const tenantParams = z.object({ tenantId: TenantId })
const runParams = z.object({ dataRunId: DataRunId })

/** The newest take-outs, move-ins and deletions of all businesses. */
export const listDataRuns = endpoint({
  ...Owner,
  method: 'GET',
  path: '/api/owner/data-runs',
  summary: 'Take-outs, move-ins and deletions',
  rate: 'read',
  reply: z.object({ items: z.array(DataRunView) }),
})

/** Writes everything of a business into one file, as a job. */
export const takeTenantOut = endpoint({
  ...Owner,
  method: 'POST',
  path: '/api/owner/tenants/:tenantId/take-outs',
  summary: 'Take a business out',
  rate: 'write',
  idempotent: true,
  status: 201,
  params: tenantParams,
  body: z.strictObject({ id: DataRunId }),
  reply: DataRunView,
})

export const downloadTenantTakeOut = endpoint({
  ...Owner,
  method: 'GET',
  path: '/api/owner/data-runs/:dataRunId/file',
  summary: 'Download the take-out of a business',
  rate: 'read',
  answer: 'file',
  params: runParams,
  reply: z.undefined(),
})

/** Makes a new business of an archive (field `file`, 500 MB; larger ones by `npm run segue -- move-in`), as a job. */
export const moveTenantIn = endpoint({
  ...Owner,
  method: 'POST',
  path: '/api/owner/move-ins',
  summary: 'Move a business in',
  rate: 'upload',
  status: 201,
  reply: DataRunView,
})

/**
 * Suspends a business and deletes it after the days of grace (0: at once). `name` is the business's name, typed. Throws invalid_input for
 * another name.
 */
export const deleteTenant = endpoint({
  ...Owner,
  method: 'POST',
  path: '/api/owner/tenants/:tenantId/deletions',
  summary: 'Delete a business',
  rate: 'write',
  idempotent: true,
  status: 201,
  params: tenantParams,
  body: z.strictObject({
    id: DataRunId,
    name: line(200),
    reason: requiredLine(300, 'error_owner_reason'),
    graceDays: z.int().min(0).max(90).default(GRACE_DAYS),
  }),
  reply: DataRunView,
})

/** Cancels a deletion that has not begun and reactivates the business. Throws conflict once it has. */
export const cancelDeletion = endpoint({
  ...Owner,
  method: 'POST',
  path: '/api/owner/data-runs/:dataRunId/cancel',
  summary: 'Cancel the deletion of a business',
  rate: 'write',
  params: runParams,
  reply: DataRunView,
})
