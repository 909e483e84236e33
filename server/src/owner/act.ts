import type { FastifyRequest } from 'fastify'
import { recordAudit, recordAuditIn } from '#server/identity/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform } from '#server/platform/platform.ts'

/** A request of the platform owner. */
export type OwnerCall = { platform: Platform; actor: Member; request: FastifyRequest }

type Act = {
  /** `tenant_suspended`, `gift_token_created`, … */
  action: string
  detail?: Record<string, unknown>
}

const entryOf = ({ actor, request }: OwnerCall, { action, detail = {} }: Act) => ({
  action,
  actor: { kind: 'member' as const, id: actor.userId, email: actor.email },
  address: request.ip,
  requestId: request.id,
  detail,
})

/** Writes an act of the platform owner into the audit log, in the transaction of a business that it changes. */
export const recordActIn = (t: Tx, call: OwnerCall, act: Act): Promise<void> => recordAuditIn(t, entryOf(call, act))

/**
 * Runs an act on what belongs to no business together with its entry in the audit log: an act that fails has none, and none is without
 * one. `run` gets a platform whose statements (`db.query`, `db.orm`) are of that transaction.
 */
export const recordedAct = <Result>(
  call: OwnerCall,
  act: Act,
  run: (platform: Platform) => Promise<Result>,
): Promise<Result> =>
  call.platform.db.transaction(async (inside) => {
    const platform = { ...call.platform, db: { ...call.platform.db, ...inside } }
    const result = await run(platform)
    await recordAudit(platform, entryOf(call, act))
    return result
  })
