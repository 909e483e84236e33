import type { FastifyRequest } from 'fastify'
import type { TenantId } from '#contracts/ids.ts'
import { recordAudit } from '#server/identity/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Platform } from '#server/platform/platform.ts'

/** A request of the platform owner. */
export type OwnerCall = { platform: Platform; actor: Member; request: FastifyRequest }

type Act = {
  /** `tenant_suspended`, `gift_token_created`, … */
  action: string
  /** The business it concerns; none for acts on the platform itself. */
  tenantId?: TenantId
  detail?: Record<string, unknown>
}

/** Writes an act of the platform owner into the audit log. Called before the act, so that none is without its entry. */
export const recordAct = ({ platform, actor, request }: OwnerCall, { action, tenantId, detail = {} }: Act) =>
  recordAudit(platform, {
    action,
    actor: { kind: 'member', id: actor.userId, email: actor.email },
    tenantId: tenantId ?? null,
    address: request.ip,
    requestId: request.id,
    detail,
  })
