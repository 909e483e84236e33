import type { FastifyRequest } from 'fastify'
import type { RetentionCounts, RetentionPolicy, RetentionView } from '#contracts/tenant/retention.ts'
import * as m from '#i18n/messages.js'
import { SET_RETENTION } from '#server/archive/policy.ts'
import { recordAuditIn, requireFreshSignIn } from '#server/identity/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { countOld } from './apply.ts'
import { findPolicy, writePolicy } from './queries.ts'

const KEPT_FOR_EVER: RetentionPolicy = { chatsDays: null, filesDays: null, aiRecordsDays: null, mailsDays: null }

async function read(t: Tx): Promise<RetentionView> {
  const row = await findPolicy(t)
  const { chatsDays, filesDays, aiRecordsDays, mailsDays } = row ?? KEPT_FOR_EVER
  return {
    policy: { chatsDays, filesDays, aiRecordsDays, mailsDays },
    version: row?.version ?? 0,
    changedBy: row?.changedByName ?? null,
    lastRunAt: row?.lastRunAt?.toISOString() ?? null,
    lastDeleted: row?.lastDeleted ?? null,
  }
}

/** How long the business keeps data, for its owners. */
export function getPolicy(tenant: Tenant, actor: Member): Promise<RetentionView> {
  requireRole(actor, SET_RETENTION)
  return tenant.read(read)
}

/** Counts what a policy would delete now. */
export function tryPolicy(tenant: Tenant, actor: Member, policy: RetentionPolicy): Promise<RetentionCounts> {
  requireRole(actor, SET_RETENTION)
  return tenant.read((t) => countOld(t, policy))
}

/** Sets how long the business keeps data. Throws conflict with the present policy when it was changed meanwhile. */
export async function savePolicy(
  tenant: Tenant,
  actor: Member,
  request: FastifyRequest,
  given: { version: number; policy: RetentionPolicy },
): Promise<RetentionView> {
  requireRole(actor, SET_RETENTION)
  await requireFreshSignIn(tenant.platform, request)
  return tenant.tx(async (t) => {
    if (!(await writePolicy(t, given.version, given.policy, actor.name))) {
      throw conflict(m.error_retention_changed, { current: await read(t) })
    }
    await recordAuditIn(t, {
      action: 'retention_changed',
      actor: { kind: 'member', id: actor.userId, email: actor.email },
      address: request.ip,
      requestId: request.id,
      detail: { ...given.policy },
    })
    await recordActivity(t, actor, { action: m.activity_retention_changed, type: 'retention' })
    return read(t)
  })
}
