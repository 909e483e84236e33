import { z } from 'zod'
import { DataRunId, TenantId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { recordAuditIn } from '#server/identity/service.ts'
import { updateRun } from '#server/platform/data-runs/queries.ts'
import { RunFailure, type RunReport, workOnRun } from '#server/platform/data-runs/run.ts'
import { AppError } from '#server/platform/errors.ts'
import { pendingFiles } from '#server/platform/files/pending.ts'
import { removeStoredFile } from '#server/platform/files/removal.ts'
import { enqueueJob } from '#server/platform/jobs/enqueue.ts'
import { job } from '#server/platform/jobs/job.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import { getTenant } from '#server/tenant/service.ts'
import { deleteTenantForGood } from './delete-tenant.ts'
import { moveIn } from './move-in.ts'
import { takeOut } from './take-out.ts'

/** For so long the file of a take-out can be downloaded. */
const KEPT_MS = 7 * 86_400_000

/** Works on a take-out, a move-in or a deletion. Its failures are lines of its log. */
export const runArchive = job({
  name: 'archive.run',
  payload: z.object({ dataRunId: DataRunId }),
  attempts: 1,
  timeoutSeconds: 4 * 3600,
  concurrency: 1,
  run: (platform, { dataRunId }) => workOnRun(platform, dataRunId, (report) => act(platform, report)),
})

async function act(platform: Platform, report: RunReport): Promise<Record<string, unknown>> {
  const { kind, tenantId } = report.run
  if (kind === 'move_in') return moveStoredIn(platform, report)
  if (!tenantId) throw new RunFailure(m.data_run_no_business)
  return kind === 'delete_tenant' ? deletePlanned(platform, tenantId, report) : storeTakeOut(platform, tenantId, report)
}

/** Stores the archive of a business; the file is there when it is complete. */
async function storeTakeOut(
  platform: Platform,
  tenantId: TenantId,
  report: RunReport,
): Promise<Record<string, unknown>> {
  const tenant = tenantOf(platform, tenantId)
  const { slug } = await getTenant(tenant)
  const files = pendingFiles(platform)
  const { stream, result } = takeOut(tenant, report)
  const taken = await storeArchive().catch(async (error: unknown) => {
    await files.discard()
    throw error
  })
  // Of an attempt that was killed before its end.
  if (report.run.storageKey) await enqueueJob(platform, removeStoredFile, { storageKey: report.run.storageKey })
  return { ...taken, slug }

  async function storeArchive() {
    const [file, taken] = await Promise.all([
      files.put(stream, { isOpaque: true, maxBytes: Number.MAX_SAFE_INTEGER }),
      result,
    ])
    const expiresAt = new Date(platform.clock.now().getTime() + KEPT_MS)
    await platform.db.transaction(async (inside) => {
      await updateRun(inside, report.run.id, { storageKey: file.key, fileBytes: file.size, expiresAt })
      await files.keep(inside.query)
    })
    return taken
  }
}

async function moveStoredIn(platform: Platform, report: RunReport): Promise<Record<string, unknown>> {
  const { storageKey, requestedByEmail, id } = report.run
  if (!storageKey) throw new RunFailure(m.move_in_no_file)
  // A repetition after a kill makes the same business, which is there already or not at all.
  const tenantId = TenantId.parse(id)
  const there = await findTenant(tenantOf(platform, tenantId))
  const make = async () =>
    moveIn(
      platform,
      { archive: (await platform.files.open(storageKey)).stream, tenantId, by: requestedByEmail },
      report,
    )
  // As long as it is there a row names it, so that the weekly clean-up finds it.
  const drop = async () => {
    try {
      await platform.files.remove(storageKey)
      await updateRun(platform.db, id, { storageKey: null })
    } catch (error) {
      platform.log.warn({ err: error, runId: id }, 'the archive of a business that moved in was not removed')
    }
  }
  const moved = there
    ? { tenantId, slug: there.slug }
    : await make().catch(async (error: unknown) => {
        // What is wrong with the archive stays wrong; a run that was stopped is begun again with it.
        if (error instanceof RunFailure) await drop()
        throw error
      })
  await updateRun(platform.db, id, { tenantId: moved.tenantId })
  await drop()
  return moved
}

/** The business that an earlier attempt made; null where none did. */
const findTenant = (tenant: Tenant): Promise<TenantRow | null> =>
  getTenant(tenant).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  })

async function deletePlanned(
  platform: Platform,
  tenantId: TenantId,
  report: RunReport,
): Promise<Record<string, unknown>> {
  const { given, requestedBy, requestedByEmail } = report.run
  // Null: an attempt that was killed has deleted it, and not yet what is no row.
  const there = await findTenant(tenantOf(platform, tenantId))
  // Whoever made it active again wants it to stay.
  if (there && there.status !== 'SUSPENDED') throw new RunFailure(m.delete_tenant_active)
  await report.say(text(m.delete_tenant_begun, { name: String(given.name) }))
  return deleteTenantForGood(platform, tenantId, report, (t, deleted) =>
    recordAuditIn(t, {
      action: 'tenant_deleted',
      actor: { kind: 'member', id: requestedBy, email: requestedByEmail },
      // Of the platform: what is of a business is for its members.
      tenantId: null,
      address: null,
      requestId: null,
      detail: { tenantId, ...given, ...deleted },
    }),
  )
}
