import { z } from 'zod'
import { DataImportId, TenantId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { type Job, job, type RecurringJob } from '#server/platform/jobs/job.ts'
import { runForEach } from '#server/platform/jobs/recurring-jobs.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import type { Text } from '#server/platform/text/message.ts'
import { checkRecords } from './check-records.ts'
import { dropFiles } from './drop-files.ts'
import { findImport, updateImport } from './queries.ts'
import { failImport, readExport, removeFiles } from './read-export.ts'
import type { DataImportRow } from './schema.ts'
import { undoRecords } from './undo-records.ts'
import { writeRecords } from './write-records.ts'

const Payload = z.object({ tenantId: TenantId, importId: DataImportId })
type Payload = z.output<typeof Payload>

const fail =
  (reason: Text) =>
  (platform: Platform, { tenantId, importId }: Payload) =>
    failImport(tenantOf(platform, tenantId), importId, reason)

/** A large export is read for some minutes. Of a killed process `goOnImporting` begins anew. */
const LONG = { payload: Payload, attempts: 3, timeoutSeconds: 3600, concurrency: 1, isUrgent: true } as const
/** Parts of a longer work: each goes on behind what is committed. */
const SLICE = {
  payload: Payload,
  attempts: 10,
  retryDelaySeconds: 2,
  timeoutSeconds: 90,
  concurrency: 1,
  isUrgent: true,
} as const

/** Reads the uploaded export. */
export const readImportFile: Job<Payload> = job({
  name: 'data-import.read',
  ...LONG,
  run: (platform, { tenantId, importId }) => readExport(platform, tenantOf(platform, tenantId), importId),
  onGivenUp: fail(m.data_import_failed_reading),
})

/** The dry run. */
export const checkImport: Job<Payload> = job({
  name: 'data-import.check',
  ...LONG,
  run: (platform, { tenantId, importId }) => checkRecords(platform, tenantOf(platform, tenantId), importId),
  onGivenUp: fail(m.data_import_failed_checking),
})

/** The import itself. */
export const writeImport: Job<Payload> = job({
  name: 'data-import.write',
  ...SLICE,
  run: async (platform, payload) => {
    const tenant = tenantOf(platform, payload.tenantId)
    if (!(await writeRecords(platform, tenant, payload.importId))) {
      await tenant.tx((t) => t.enqueue(writeImport, payload))
    } else await removeFiles(platform, tenant, payload.importId)
  },
  onGivenUp: fail(m.data_import_failed_writing),
})

/** Takes an import back. */
export const undoImportJob: Job<Payload> = job({
  name: 'data-import.undo',
  ...SLICE,
  run: async (platform, payload) => {
    const tenant = tenantOf(platform, payload.tenantId)
    if (!(await undoRecords(tenant, payload.importId))) await tenant.tx((t) => t.enqueue(undoImportJob, payload))
  },
  onGivenUp: fail(m.data_import_failed_undoing),
})

const JOBS: Partial<Record<DataImportRow['status'], Job<Payload>>> = {
  reading: readImportFile,
  checking: checkImport,
  running: writeImport,
  undoing: undoImportJob,
}

/** An import at work stores how far it is each second: one that has not for so long was left by a killed process. */
const QUIET_MS = 60_000
const UNUSED_MS = 7 * 86_400_000
const BATCH = 100

/** Queues the job of imports that a killed process left, and removes the files of imports that nobody went on with for a week. */
export const goOnImporting: RecurringJob = {
  name: 'data-import.goOn',
  everySeconds: 30,
  run: async (platform) => {
    const now = platform.clock.now().getTime()
    const stale = await platform.db.query<{ tenant_id: TenantId; import_id: DataImportId }>(
      'SELECT tenant_id, import_id FROM stale_data_imports($1, $2, $3)',
      [new Date(now - QUIET_MS), new Date(now - UNUSED_MS), BATCH],
    )
    await runForEach(platform, stale, ({ tenant_id, import_id }) => goOn(tenantOf(platform, tenant_id), import_id))
  },
}

async function goOn(tenant: Tenant, importId: DataImportId): Promise<void> {
  const queued = await tenant.tx(async (t) => {
    const row = await findImport(t, importId, 'forUpdate')
    const work = row && JOBS[row.status]
    if (!work || t.now.getTime() - row.changedAt.getTime() < QUIET_MS) return row !== null && work !== undefined
    await updateImport(t, importId, {})
    await t.enqueue(work, { tenantId: t.tenantId, importId })
    return true
  })
  if (queued) return
  await tenant.tx(async (t) => {
    const row = await findImport(t, importId, 'forUpdate')
    if (row) await dropFiles(t, row)
  })
}
