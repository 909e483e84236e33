import type { GuestId, TenantId, UserId } from '#contracts/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Statements } from './transaction.ts'

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

const INSERT = `INSERT INTO auth.audit_log (at, action, tenant_id, actor_kind, actor_id, actor_email, address, request_id, detail)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

/** Adds a row to the audit log. It can be added to only: the serving role may neither read nor change it. */
export async function recordAudit(platform: Platform, entry: AuditEntry): Promise<void> {
  await platform.db.query(INSERT, valuesOf(entry, platform.clock.now()), 'prepared')
}

/** The same in the transaction of the act; in one of a business, the row belongs to it. */
export async function recordAuditIn(
  t: Statements & { now: Date; tenantId?: TenantId },
  entry: AuditEntry,
): Promise<void> {
  await t.sql(INSERT, valuesOf({ tenantId: t.tenantId ?? null, ...entry }, t.now))
}

const valuesOf = ({ actor, ...entry }: AuditEntry, at: Date): unknown[] => [
  at,
  entry.action,
  entry.tenantId ?? null,
  actor.kind,
  'id' in actor ? actor.id : null,
  'email' in actor ? actor.email : null,
  entry.address,
  entry.requestId,
  entry.detail ?? {},
]
