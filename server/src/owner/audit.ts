import type { TenantId } from '#contracts/ids.ts'
import type { AuditEntryView, AuditFilter } from '#contracts/owner/operations.ts'
import { type NewestFirstPosition, newestFirst, pageFrom } from '#server/platform/db/cursor.ts'
import type { Platform } from '#server/platform/platform.ts'
import { csvCell } from '#server/platform/text/text.ts'
import { type OwnerCall, recordedAct } from './act.ts'
import { patternOf } from './queries.ts'

const MAX_EXPORTED = 10_000

type AuditRow = {
  id: string
  at: Date
  action: string
  tenant_id: TenantId | null
  tenant_name: string | null
  actor_kind: string
  actor_email: string | null
  address: string | null
  request_id: string | null
  detail: Record<string, unknown>
}

/** `query`: in the open transaction, or of what may be some seconds old. */
const readEntries = (
  query: Platform['db']['queryStale'],
  { search, tenantId, from, until }: AuditFilter,
  after: NewestFirstPosition | null,
  limit: number,
): Promise<AuditRow[]> =>
  query<AuditRow>('SELECT * FROM audit_entries($1, $2, $3, $4, $5, $6, $7)', [
    patternOf(search),
    tenantId ?? null,
    from ?? null,
    until ?? null,
    after?.at ?? null,
    after?.id ?? null,
    limit,
  ])

const present = (row: AuditRow): AuditEntryView => ({
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  tenantId: row.tenant_id,
  tenantName: row.tenant_name,
  actorKind: row.actor_kind,
  actorEmail: row.actor_email,
  address: row.address,
  requestId: row.request_id,
  detail: row.detail,
})

/** A page of the audit log, newest first. */
export async function listAuditEntries(
  platform: Platform,
  { cursor, limit, ...filter }: AuditFilter & { cursor?: string | undefined; limit: number },
): Promise<{ items: AuditEntryView[]; nextCursor: string | null }> {
  const rows = await readEntries(platform.db.queryStale, filter, newestFirst.decode(cursor), limit + 1)
  const page = pageFrom(rows, limit, newestFirst, ({ at, id }) => ({ at, id }))
  return { ...page, items: page.items.map(present) }
}

const COLUMNS = ['at', 'action', 'tenantName', 'actorKind', 'actorEmail', 'address', 'requestId', 'detail'] as const

/** The newest 10,000 entries of a filter as CSV, with a byte order mark for spreadsheets. The export is an entry itself. */
export async function exportAudit(call: OwnerCall, filter: AuditFilter): Promise<{ name: string; text: string }> {
  const rows = await recordedAct(call, { action: 'audit_exported', detail: filter }, (platform) =>
    readEntries(platform.db.query, filter, null, MAX_EXPORTED),
  )
  const lines = rows
    .map(present)
    .map((entry) =>
      COLUMNS.map((column) => csvCell(column === 'detail' ? JSON.stringify(entry.detail) : entry[column])).join(','),
    )
  const day = call.platform.clock.now().toISOString().slice(0, 10)
  return { name: `audit-${day}.csv`, text: `\uFEFF${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n` }
}
