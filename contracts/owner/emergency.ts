import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Email, Instant, line } from '#contracts/fields.ts'
import { DataRunId } from '#contracts/ids.ts'
import { DataRunView } from './data-run.ts'

const Owner = { tag: 'owner', access: 'owner' } as const

/** What of an export of the earlier system is kept for migrating. */
export const EarlierExport = z.object({
  documents: z.int(),
  collections: z.array(z.object({ name: z.string(), documents: z.int() })),
  importedAt: Instant.nullable(),
})
export type EarlierExport = z.output<typeof EarlierExport>

/** The emergency data page: the newest runs of its three actions, and the export that was read. */
export const getEmergencyPage = endpoint({
  ...Owner,
  method: 'GET',
  path: '/api/owner/emergency',
  summary: 'The emergency data page',
  rate: 'read',
  reply: z.object({ runs: z.array(DataRunView), staged: EarlierExport }),
})

/**
 * Reads an export of the earlier system (field `file`, 20 MB): one JSON object whose keys are document paths (`business_settings/u1`)
 * and whose values are the documents. Replaces the one read before; nothing is stored of a file that cannot be read.
 */
export const uploadEarlierExport = endpoint({
  ...Owner,
  method: 'POST',
  path: '/api/owner/emergency/export',
  summary: 'Read an export of the earlier system',
  rate: 'upload',
  status: 201,
  reply: EarlierExport,
})

/**
 * Starts an action as a job. While one of its kind runs, that one is the reply. `slug`: the business that the documents go to; the
 * check counts in it too.
 */
export const startEmergencyAction = endpoint({
  ...Owner,
  method: 'POST',
  path: '/api/owner/emergency/runs',
  summary: 'Start an action of the emergency data page',
  rate: 'write',
  idempotent: true,
  status: 201,
  body: z.strictObject({ id: DataRunId, kind: z.enum(['starter', 'migrate', 'check']), slug: line(64).optional() }),
  reply: DataRunView,
})

/** The reset tool: the account of an address has finished onboarding. Throws not_found without such an account. */
export const clearOnboardingFlag = endpoint({
  ...Owner,
  method: 'POST',
  path: '/api/owner/onboarding-reset',
  summary: 'Clear the onboarding flag of an account',
  rate: 'write',
  body: z.strictObject({ email: Email }),
  reply: z.object({ email: z.string(), resetAt: Instant, resetBy: z.string() }),
})
