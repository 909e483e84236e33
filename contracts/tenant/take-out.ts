import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { DataRunId } from '#contracts/ids.ts'
import { DataRunView } from '#contracts/owner/data-run.ts'

const Own = { tag: 'data', access: 'member' } as const
const params = z.object({ dataRunId: DataRunId })

/** The newest take-outs of the business. For its owners. */
export const listTakeOuts = endpoint({
  ...Own,
  method: 'GET',
  path: '/api/take-outs',
  summary: 'Take-outs of the business',
  rate: 'read',
  reply: z.object({ items: z.array(DataRunView) }),
})

/**
 * Writes everything of the business into one file, as a job. While one is written, that one is the reply. For owners who signed in within
 * the last 15 minutes (else forbidden, reason `stale_sign_in`).
 */
export const startTakeOut = endpoint({
  ...Own,
  method: 'POST',
  path: '/api/take-outs',
  summary: 'Take the business out',
  rate: 'write',
  idempotent: true,
  status: 201,
  body: z.strictObject({ id: DataRunId }),
  reply: DataRunView,
})

/** The file of a take-out, for seven days. For owners who signed in within the last 15 minutes; each download is audited. */
export const downloadTakeOut = endpoint({
  ...Own,
  method: 'GET',
  path: '/api/take-outs/:dataRunId/file',
  summary: 'Download a take-out',
  rate: 'read',
  answer: 'file',
  params,
  reply: z.undefined(),
})
