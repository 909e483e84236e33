import { z } from 'zod'
import type { TenantId } from '#contracts/ids.ts'
import { DataRunId } from '#contracts/ids.ts'
import type { DataRunKind, DataRunView } from '#contracts/owner/data-run.ts'
import type { EarlierExport } from '#contracts/owner/emergency.ts'
import * as m from '#i18n/messages.js'
import { type OwnerCall, recordedAct } from '#server/owner/act.ts'
import { beginRun } from '#server/platform/data-runs/begin.ts'
import { presentRun } from '#server/platform/data-runs/present.ts'
import { findRun, listRuns } from '#server/platform/data-runs/queries.ts'
import { RunFailure, type RunReport, workOnRun } from '#server/platform/data-runs/run.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { enqueueJob } from '#server/platform/jobs/enqueue.ts'
import { job } from '#server/platform/jobs/job.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { checkStorage } from './check.ts'
import { stagedExport } from './earlier-export.ts'
import { migrateRootCollections } from './migrate.ts'
import { createStarterData } from './starter.ts'

export const EMERGENCY_KINDS = ['starter', 'migrate', 'check'] as const satisfies readonly DataRunKind[]
type EmergencyKind = (typeof EMERGENCY_KINDS)[number]

/** Works on an action of the emergency data page. Its failures are lines of its log. */
export const runEmergencyAction = job({
  name: 'owner.emergency',
  payload: z.object({ dataRunId: DataRunId }),
  attempts: 1,
  timeoutSeconds: 3600,
  concurrency: 2,
  isUrgent: true,
  run: (platform, { dataRunId }) => workOnRun(platform, dataRunId, (report) => act(platform, report)),
})

async function act(platform: Platform, report: RunReport): Promise<Record<string, unknown>> {
  const { kind, given, requestedBy, requestedByEmail } = report.run
  const about = await findBusiness(platform, given.slug)
  if (kind === 'starter') {
    const owner = { userId: requestedBy, email: requestedByEmail, name: String(given.name) }
    return createStarterData(platform, owner, report)
  }
  if (kind === 'check') return checkStorage(platform, about, report)
  if (!about) throw new RunFailure(m.data_run_no_business)
  return migrateRootCollections(tenantOf(platform, about.tenantId), about.slug, report)
}

async function findBusiness(platform: Platform, slug: unknown): Promise<{ tenantId: TenantId; slug: string } | null> {
  if (typeof slug !== 'string') return null
  const [row] = await platform.db.query<{ tenantId: TenantId; slug: string }>(
    'SELECT tenant_id AS "tenantId", slug FROM tenant_overview() WHERE slug = $1',
    [slug],
  )
  return row ?? null
}

type Given = { id: DataRunId; kind: EmergencyKind; slug?: string | undefined }

/** Starts an action; while one of its kind runs, gives that. Throws invalid_input for an unknown business. */
export async function startAction(call: OwnerCall, { id, kind, slug }: Given): Promise<DataRunView> {
  const { platform, actor, request } = call
  const about = await findBusiness(platform, slug)
  if ((kind === 'migrate' || slug) && !about) throw invalid({ 'body.slug': m.error_emergency_business })
  const given = { name: actor.name, ...(about ? { slug: about.slug } : {}) }
  const detail = { kind, ...(about ? { slug: about.slug } : {}) }
  const { run, isNew } = await recordedAct(call, { action: `emergency_${kind}`, detail }, ({ db }) =>
    beginRun(db, platform.clock.now(), { id, kind, tenantId: null, by: actor, given }),
  )
  if (isNew) await enqueueJob(platform, runEmergencyAction, { dataRunId: run.id })
  return presentRun(run, languageOf(request))
}

/** The newest runs of the page, and what was read of an export. */
export async function readEmergencyPage({
  platform: { db },
  request,
}: OwnerCall): Promise<{ runs: DataRunView[]; staged: EarlierExport }> {
  const [runs, staged] = await Promise.all([listRuns(db, EMERGENCY_KINDS, null), stagedExport(db)])
  return { runs: runs.map((run) => presentRun(run, languageOf(request))), staged }
}

/** A run with its progress. Throws not_found. */
export async function getRun({ platform, request }: OwnerCall, id: DataRunId): Promise<DataRunView> {
  const run = await findRun(platform.db, id)
  if (!run) throw notFound('run')
  return presentRun(run, languageOf(request))
}
