import type { UserId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { findMemberRow, findTenantRow, listMemberRows } from './queries.ts'
import type { MemberRow, TenantRow } from './schema.ts'

/** The business of the open transaction. */
export async function readTenant(t: Tx): Promise<TenantRow> {
  const row = await findTenantRow(t)
  if (!row) throw notFound('business')
  return row
}

const firstReads = new WeakMap<Tx, Promise<TenantRow>>()

/**
 * The business as the transaction first read it here: for its names and settings, which many things of one transaction ask for. What
 * depends on a change of this transaction, or on a lock, reads it by `readTenant`.
 */
export function readTenantOnce(t: Tx): Promise<TenantRow> {
  const read = firstReads.get(t) ?? readTenant(t)
  firstReads.set(t, read)
  return read
}

export const getTenant = (tenant: Tenant): Promise<TenantRow> => tenant.read(readTenant)

/** The team as it is now, by name. */
export const listMembers = (tenant: Tenant): Promise<MemberRow[]> => tenant.read(listMemberRows)

/** A member of the team; one who left is not found. */
export async function getMember(t: Tx, userId: UserId): Promise<MemberRow> {
  const row = await findMemberRow(t, userId)
  if (!row) throw notFound('team member')
  return row
}
