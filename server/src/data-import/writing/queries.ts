import type { ImportSource, RecordKind } from '#contracts/data-import/data-import.ts'
import type { CustomerId, DataImportId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** Which of these records were imported before, and as what. */
export async function findImported(
  t: Tx,
  source: ImportSource,
  kind: RecordKind,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await t.sql<{ externalId: string; targetId: string }>(
    `SELECT external_id AS "externalId", target_id AS "targetId" FROM data_import_record
     WHERE tenant_id = $1 AND source = $2 AND kind = $3 AND external_id = ANY ($4::text[])`,
    [t.tenantId, source, kind, ids],
    'prepared',
  )
  return new Map(rows.map(({ externalId, targetId }) => [externalId, targetId]))
}

type Made = { externalId: string; targetId: string; isMade: boolean; seq?: number }

export const insertRecords = (
  t: Tx,
  { source, importId }: { source: ImportSource; importId: DataImportId },
  kind: RecordKind,
  records: readonly Made[],
): Promise<unknown> =>
  t.sql(
    `INSERT INTO data_import_record (tenant_id, source, kind, external_id, import_id, target_id, is_made, seq)
     SELECT $1, $2, $3, r."externalId", $4, r."targetId", r."isMade", coalesce(r.seq, 0)
     FROM jsonb_to_recordset($5::jsonb) AS r("externalId" text, "targetId" uuid, "isMade" boolean, seq integer)`,
    [t.tenantId, source, kind, importId, JSON.stringify(records)],
    'prepared',
  )

/** Customers whom a mailbox or a member stands for, by e-mail. */
export async function findCustomers(t: Tx, emails: readonly string[]): Promise<Map<string, CustomerId>> {
  if (emails.length === 0) return new Map()
  const rows = await t.sql<{ id: CustomerId; email: string }>(
    'SELECT id, email FROM customer WHERE tenant_id = $1 AND claimed_by IS NULL AND email = ANY ($2::text[])',
    [t.tenantId, emails],
    'prepared',
  )
  return new Map(rows.map(({ id, email }) => [email, id]))
}

export type NewCustomer = { id: CustomerId; name: string; email: string | null; at: string }

/** Adds customers; gives the ids of those that were added: another transaction may have added one of the same e-mail meanwhile. */
export const insertCustomers = async (t: Tx, rows: readonly NewCustomer[]): Promise<Set<CustomerId>> =>
  new Set(
    (
      await t.sql<{ id: CustomerId }>(
        `INSERT INTO customer (tenant_id, id, name, email, claimed_by, joined_at, last_active_at)
         SELECT $1, r.id, r.name, r.email, CASE WHEN r.email IS NULL THEN r.id END, r.at, r.at
         FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, name text, email text, at timestamptz)
         ON CONFLICT DO NOTHING RETURNING id`,
        [t.tenantId, JSON.stringify(rows)],
        'prepared',
      )
    ).map(({ id }) => id),
  )

/** The customers that were erased: what is imported of them is without a name. */
export const findErased = async (t: Tx, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    (
      await t.sql<{ id: string; name: string }>(
        'SELECT id, name FROM customer WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND erased_at IS NOT NULL',
        [t.tenantId, ids],
        'prepared',
      )
    ).map(({ id, name }) => [id, name]),
  )
