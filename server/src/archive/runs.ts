import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DataRunId, TenantId } from '#contracts/ids.ts'
import type { DataRunKind, DataRunView } from '#contracts/owner/data-run.ts'
import * as m from '#i18n/messages.js'
import { recordAuditIn, requireFreshSignIn } from '#server/identity/service.ts'
import { getTenantDetail, type OwnerCall, recordedAct } from '#server/owner/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { beginRun } from '#server/platform/data-runs/begin.ts'
import { presentRun } from '#server/platform/data-runs/present.ts'
import { cancelWaiting, countRunsSince, findRun, listRuns } from '#server/platform/data-runs/queries.ts'
import type { DataRunRow } from '#server/platform/data-runs/schema.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError, conflict, invalid, notFound } from '#server/platform/errors.ts'
import { type PendingFiles, pendingFiles } from '#server/platform/files/pending.ts'
import { sendFile } from '#server/platform/files/send.ts'
import { enqueueJob } from '#server/platform/jobs/enqueue.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { text } from '#server/platform/text/message.ts'
import { recordActivity, setTenantStatus } from '#server/tenant/service.ts'
import { runArchive } from './jobs.ts'
import { TAKE_OUT } from './policy.ts'

const DAY_MS = 86_400_000
const MOVE_IN_BYTES = 500 * 1024 * 1024
const KINDS = ['take_out', 'move_in', 'delete_tenant'] as const satisfies readonly DataRunKind[]

const show = (run: DataRunRow, request: FastifyRequest): DataRunView => presentRun(run, languageOf(request))

type MemberCall = { tenant: Tenant; actor: Member; request: FastifyRequest }

/** The take-outs of a business, for its owners. */
export async function listOwnTakeOuts({ tenant, actor, request }: MemberCall): Promise<{ items: DataRunView[] }> {
  requireRole(actor, TAKE_OUT)
  const runs = await listRuns(tenant.platform.db, ['take_out'], tenant.id)
  return { items: runs.map((run) => show(run, request)) }
}

/** Starts the take-out of a member's own business. Throws forbidden for others than owners, and without a fresh sign-in. */
export async function startOwnTakeOut(call: MemberCall, id: DataRunId): Promise<DataRunView> {
  const { tenant, actor, request } = call
  requireRole(actor, TAKE_OUT)
  await requireFreshSignIn(tenant.platform, request)
  return tenant.tx(async (t) => {
    const begun = await beginTakeOut({ query: t.sql, orm: t.db }, t.now, { id, tenantId: tenant.id, by: actor })
    if (begun.isNew) {
      await recordOwn(t, call, {
        action: 'take_out_started',
        activity: m.activity_take_out_started,
        dataRunId: begun.run.id,
      })
      await t.enqueue(runArchive, { dataRunId: begun.run.id })
    }
    return show(begun.run, request)
  })
}

/** Take-outs of a business within a day: each reads all of it, and its file is kept for a week. */
const MOST_A_DAY = 5

/** Throws rate_limited where the business was taken out as often as it may be. The same request again gives its run. */
async function beginTakeOut(
  db: Pick<Database, 'query' | 'orm'>,
  now: Date,
  given: { id: DataRunId; tenantId: TenantId; by: Member },
): ReturnType<typeof beginRun> {
  const begun = await beginRun(db, now, { ...given, kind: 'take_out' })
  const since = new Date(now.getTime() - DAY_MS)
  // The new one is among them; the transaction ends without it.
  if (begun.isNew && (await countRunsSince(db, 'take_out', given.tenantId, since)) > MOST_A_DAY)
    throw new AppError('rate_limited', text(m.error_take_outs_many, { max: MOST_A_DAY }))
  return begun
}

type OwnAct = { action: string; activity: typeof m.activity_take_out_started; dataRunId: DataRunId }

async function recordOwn(
  t: Tx,
  { actor, request }: MemberCall,
  { action, activity, dataRunId }: OwnAct,
): Promise<void> {
  await recordAuditIn(t, {
    action,
    actor: { kind: 'member', id: actor.userId, email: actor.email },
    address: request.ip,
    requestId: request.id,
    detail: { dataRunId },
  })
  await recordActivity(t, actor, { action: activity, type: 'take_out' })
}

/** Sends the file of a take-out of the member's own business. Throws not_found once it has expired. */
export async function sendOwnTakeOut(call: MemberCall, id: DataRunId, reply: FastifyReply): Promise<undefined> {
  const { tenant, actor, request } = call
  requireRole(actor, TAKE_OUT)
  await requireFreshSignIn(tenant.platform, request)
  const run = await findRun(tenant.platform.db, id)
  if (run?.tenantId !== tenant.id) throw notFound('file')
  const act = { action: 'take_out_downloaded', activity: m.activity_take_out_downloaded, dataRunId: id }
  await tenant.tx((t) => recordOwn(t, call, act))
  return send(tenant.platform, run, reply)
}

async function send({ files }: Platform, run: DataRunRow, reply: FastifyReply): Promise<undefined> {
  if (run.kind !== 'take_out' || !run.storageKey) throw notFound('file')
  const { stream, size } = await files.open(run.storageKey)
  const name = `${String(run.result.slug ?? 'business')}-${run.createdAt.toISOString().slice(0, 10)}.tar.gz`
  return sendFile(reply, { stream, size, mime: 'application/gzip', name, isInline: false })
}

/** The newest take-outs, move-ins and deletions, for the platform owner. */
export async function listAllRuns({ platform, request }: OwnerCall): Promise<{ items: DataRunView[] }> {
  return { items: (await listRuns(platform.db, KINDS, null)).map((run) => show(run, request)) }
}

/** Starts the take-out of any business. */
export async function takeTenantOut(call: OwnerCall, tenantId: TenantId, id: DataRunId): Promise<DataRunView> {
  const { platform, actor, request } = call
  await requireFreshSignIn(platform, request)
  await getTenantDetail(platform, tenantId)
  const same = await findRun(platform.db, id)
  if (same?.kind === 'take_out' && same.tenantId === tenantId) return show(same, request)
  const { run, isNew } = await recordedAct(call, { action: 'take_out_started', detail: { tenantId } }, ({ db }) =>
    beginTakeOut(db, platform.clock.now(), { id, tenantId, by: actor }),
  )
  if (isNew) await enqueueJob(platform, runArchive, { dataRunId: run.id })
  return show(run, request)
}

/** Sends the file of any business's take-out. */
export async function sendTakeOut(call: OwnerCall, id: DataRunId, reply: FastifyReply): Promise<undefined> {
  await requireFreshSignIn(call.platform, call.request)
  const run = await findRun(call.platform.db, id)
  if (!run) throw notFound('file')
  const detail = { dataRunId: id, tenantId: run.tenantId }
  await recordedAct(call, { action: 'take_out_downloaded', detail }, async () => undefined)
  return send(call.platform, run, reply)
}

/** Stores an archive and starts its move-in. */
export async function startMoveIn(call: OwnerCall): Promise<DataRunView> {
  const { platform, actor, request } = call
  await requireFreshSignIn(platform, request)
  const files = pendingFiles(platform)
  const stored = await receiveArchive(files, request)
  const id = crypto.randomUUID() as DataRunId
  const given = {
    id,
    kind: 'move_in',
    tenantId: null,
    by: actor,
    storageKey: stored.key,
    fileBytes: stored.size,
    // Of one that process after process was killed at.
    expiresAt: new Date(platform.clock.now().getTime() + 7 * DAY_MS),
  } as const
  const act = { action: 'move_in_started', detail: { dataRunId: id } }
  const { run, isNew } = await recordedAct(call, act, async ({ db }) => {
    const begun = await beginRun(db, platform.clock.now(), given)
    if (begun.isNew) await files.keep(db.query)
    return begun
  }).catch(async (error: unknown) => {
    await files.discard()
    throw error
  })
  if (isNew) await enqueueJob(platform, runArchive, { dataRunId: run.id })
  else await files.discard()
  return show(run, request)
}

async function receiveArchive(files: PendingFiles, request: FastifyRequest) {
  if (!request.isMultipart()) throw new AppError('unsupported', m.error_not_multipart)
  const part = await request.file({ limits: { files: 1, fileSize: MOVE_IN_BYTES + 1 } }).catch((cause: unknown) => {
    throw new AppError('invalid_input', m.error_file_incomplete, { cause })
  })
  if (part?.fieldname !== 'file') throw invalid({ 'body.file': m.error_file_missing })
  return files.put(part.file, { isOpaque: true, maxBytes: MOVE_IN_BYTES }).catch((error: unknown) => {
    throw error instanceof AppError ? error : new AppError('invalid_input', m.error_file_incomplete, { cause: error })
  })
}

type Deletion = { id: DataRunId; name: string; reason: string; graceDays: number }

/** Suspends a business and plans its deletion. Throws invalid_input unless its name was typed. */
export async function planDeletion(call: OwnerCall, tenantId: TenantId, given: Deletion): Promise<DataRunView> {
  const { platform, actor, request } = call
  await requireFreshSignIn(platform, request)
  const { name, slug, status } = await getTenantDetail(platform, tenantId)
  if (given.name.trim() !== name) throw invalid({ 'body.name': m.error_delete_tenant_name })
  const now = platform.clock.now()
  const startsAt = new Date(now.getTime() + given.graceDays * DAY_MS)
  const detail = { tenantId, name, slug, reason: given.reason, startsAt: startsAt.toISOString() }
  const { run, isNew } = await recordedAct(call, { action: 'tenant_deletion_planned', detail }, ({ db }) =>
    beginRun(db, now, {
      id: given.id,
      kind: 'delete_tenant',
      tenantId,
      by: actor,
      startsAt,
      given: { name, slug, wasActive: status === 'ACTIVE' },
    }),
  )
  // Also in a repetition: a process may have been killed before.
  if (run.state === 'waiting') await tenantOf(platform, tenantId).tx((t) => setTenantStatus(t, 'SUSPENDED'))
  if (!isNew) return show(run, request)
  if (given.graceDays === 0) await enqueueJob(platform, runArchive, { dataRunId: run.id })
  return show(run, request)
}

/** Cancels a planned deletion; a business that was active is active again. Throws conflict once it has begun. */
export async function cancelDeletion(call: OwnerCall, id: DataRunId): Promise<DataRunView> {
  const { platform, request } = call
  await requireFreshSignIn(platform, request)
  const run = await findRun(platform.db, id)
  if (!run) throw notFound('run')
  const { tenantId } = run
  if (run.kind !== 'delete_tenant' || !tenantId) throw conflict(m.error_deletion_begun)
  const now = platform.clock.now()
  await recordedAct(call, { action: 'tenant_deletion_cancelled', detail: { tenantId } }, async ({ db }) => {
    if (!(await cancelWaiting(db, id, now))) throw conflict(m.error_deletion_begun)
  })
  if (run.given.wasActive) await tenantOf(platform, tenantId).tx((t) => setTenantStatus(t, 'ACTIVE'))
  return show({ ...run, state: 'cancelled', finishedAt: now }, request)
}
