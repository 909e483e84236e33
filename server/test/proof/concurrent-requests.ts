import type { TestClient } from '#test/client.ts'
import type { TestDatabase } from '#test/database.ts'
import { queryAsOwner } from '#test/owner-query.ts'

/** The numbers from 0 to `count` - 1. */
export const times = (count: number) => Array.from({ length: count }, (_, index) => index)

export type Reply = {
  status: number
  body: { id?: string; error?: { code: string; reason?: string; current?: unknown } }
}

/** Posts a JSON body: the status and the parsed reply. */
export async function post(who: TestClient, path: string, body: unknown): Promise<Reply> {
  const headers = { 'content-type': 'application/json' }
  const response = await who.raw(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

/** Counts a tenant's rows of a table. */
export const countRows = async (
  { ownerUrl }: TestDatabase,
  tenantId: string,
  table: string,
  where: string,
  values: unknown[],
): Promise<number> => {
  const sql = `SELECT count(*)::int AS n FROM ${table} WHERE tenant_id = $1 AND ${where}`
  const [row] = await queryAsOwner<{ n: number }>(ownerUrl, sql, [tenantId, ...values])
  return row?.n ?? -1
}
