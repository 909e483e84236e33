import type { ErasureView } from '#contracts/customer/erasure-certificate.ts'
import type { CustomerErasureId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { readTenant } from '#server/tenant/service.ts'
import { ERASE_CUSTOMERS } from './policy.ts'
import { findErasure } from './queries.ts'
import type { Scan } from './residue.ts'

type ListedRow = {
  id: CustomerErasureId
  requestedAt: Date
  requestedBy: string | null
  finishedAt: Date | null
  scan: Scan | null
}

/** The newest erasures, for owners and admins. */
export async function listErasures(tenant: Tenant, actor: Member): Promise<{ items: ErasureView[] }> {
  requireRole(actor, ERASE_CUSTOMERS)
  const rows = await tenant.read((t) =>
    t.sql<ListedRow>(
      `SELECT e.id, e.requested_at AS "requestedAt", m.name AS "requestedBy", e.finished_at AS "finishedAt", e.scan
       FROM customer_erasure e LEFT JOIN member m ON m.tenant_id = e.tenant_id AND m.user_id = e.requested_by
       WHERE e.tenant_id = $1 ORDER BY e.requested_at DESC, e.id LIMIT 50`,
      [t.tenantId],
    ),
  )
  return {
    items: rows.map(({ scan, ...row }) => ({
      id: row.id,
      requestedBy: row.requestedBy ?? '',
      requestedAt: row.requestedAt.toISOString(),
      finishedAt: row.finishedAt?.toISOString() ?? null,
      residue: scan ? scan.residue.reduce((sum, { rows: n }) => sum + n, 0) : null,
    })),
  }
}

/** The certificate of an erasure. Throws not_found, and conflict while it runs. */
export async function certificateOf(
  tenant: Tenant,
  actor: Member,
  id: CustomerErasureId,
): Promise<{ name: string; text: string }> {
  requireRole(actor, ERASE_CUSTOMERS)
  return tenant.read(async (t) => {
    const erasure = await findErasure(t, id)
    if (!erasure) throw notFound('erasure')
    if (!erasure.finishedAt || !erasure.scan) throw conflict(m.error_erasure_running)
    const { name } = await readTenant(t)
    const by = await nameOf(t, erasure.requestedBy)
    return {
      name: `erasure-${id.slice(0, 8)}.txt`,
      text: textOf({ ...erasure, finishedAt: erasure.finishedAt, scan: erasure.scan }, name, by),
    }
  })
}

const nameOf = async (t: Tx, userId: string): Promise<string> =>
  (
    await t.sql<{ name: string }>('SELECT name FROM member WHERE tenant_id = $1 AND user_id = $2', [t.tenantId, userId])
  )[0]?.name ?? userId

/** What an import was made of may be packed, and is not read. */
const importsOf = (count: number): string[] => [
  `Files of imports that were not read, since an import was using them or is newer than the erasure: ${count}. Those of all other imports were removed. They go with the end of their import, at the latest a week after its last step; an import may bring the person back.`,
  '',
]

type Finished = { id: string; customerIds: string[]; requestedAt: Date; finishedAt: Date; scan: Scan; records: number }

/** In English, the language of certificates; it names nobody but who asked for the erasure. */
function textOf(
  { id, customerIds, requestedAt, finishedAt, scan, records }: Finished,
  business: string,
  by: string,
): string {
  const places = (found: Scan['residue']) =>
    found.length === 0 ? ['  none'] : found.map(({ name, rows }) => `  ${name}: ${rows}`)
  return [
    'Certificate of erasure',
    '',
    `Business: ${business}`,
    `Erasure: ${id}`,
    `Customers erased: ${customerIds.length}`,
    `Asked for by: ${by}`,
    `Asked for at: ${requestedAt.toISOString()}`,
    `Finished at: ${finishedAt.toISOString()}`,
    '',
    `Entries of the activity and the audit log in which the person was replaced: ${records}`,
    `Read afterwards: all columns of ${scan.tables} tables, search index, memories and outbox among them; ${scan.files} stored files; the queue of jobs.`,
    '',
    'Found of the person:',
    ...places(scan.residue),
    '',
    'Left in place, since the address is one of the business itself:',
    ...places(scan.kept),
    '',
    ...(scan.imports === undefined ? [] : importsOf(scan.imports)),
    'Log files of the server hold no text of messages and are kept for the days that the operator states. Backups that were made before are not changed.',
    '',
  ].join('\n')
}
