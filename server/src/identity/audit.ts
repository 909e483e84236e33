import type { GuestId, TenantId, UserId } from '#contracts/ids.ts'
import type { Platform } from '#server/platform/platform.ts'

/** Where a request comes from, as the audit log stores it. */
export type Origin = { address: string | null; requestId: string | null }

export type AuditEntry = Origin & {
  /** `sign_in`, `sign_in_failed`, `sign_in_denied`, `sign_out`, `denied`, … */
  action: string
  actor:
    | { kind: 'member'; id: UserId; email: string }
    | { kind: 'guest'; id: GuestId }
    | { kind: 'unauthenticated'; email: string | null }
    | { kind: 'system' }
  tenantId?: TenantId | null
  detail?: Record<string, unknown>
}

/** Adds a row to the audit log. It can be added to only: the serving role may neither read nor change it. */
export async function recordAudit(platform: Platform, entry: AuditEntry): Promise<void> {
  const { actor } = entry
  await platform.db.query(
    `INSERT INTO auth.audit_log (at, action, tenant_id, actor_kind, actor_id, actor_email, address, request_id, detail)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      platform.clock.now(),
      entry.action,
      entry.tenantId ?? null,
      actor.kind,
      'id' in actor ? actor.id : null,
      'email' in actor ? actor.email : null,
      entry.address,
      entry.requestId,
      entry.detail ?? {},
    ],
  )
}
