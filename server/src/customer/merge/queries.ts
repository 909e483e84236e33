import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { MAX_MERGED } from '#contracts/customer/merge.ts'
import type { CustomerId, CustomerMergeId } from '#contracts/ids.ts'
import { type CustomerRow, customer } from '#server/customer/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type CustomerMergeRow, customerMerge } from './schema.ts'

/** Merges, splits and undone merges of one business happen one after the other; taken before any row of a customer. */
export const lockMerges = (t: Tx) =>
  t.sql('SELECT pg_advisory_xact_lock(hashtext($1), hashtext($2))', ['customer merges', t.tenantId])

/** A customer and those that are merged into it, itself first; empty where there is none, and for one that was erased. A merged one gives the whole, too. */
export async function findGroup(t: Tx, id: CustomerId): Promise<CustomerRow[]> {
  const named = alias(customer, 'named')
  const root = t.db
    .select({ id: sql`coalesce(${named.partOfId}, ${named.id})` })
    .from(named)
    .where(and(eq(named.tenantId, t.tenantId), eq(named.id, id)))
  return t.db
    .select()
    .from(customer)
    .where(
      and(
        eq(customer.tenantId, t.tenantId),
        isNull(customer.erasedAt),
        or(eq(customer.id, root), eq(customer.partOfId, root)),
      ),
    )
    .orderBy(sql`${customer.partOfId} IS NOT NULL`, asc(customer.joinedAt), asc(customer.id))
    .limit(MAX_MERGED + 1)
}

/**
 * Locks customers: those that are merged into another before those that are not. The activity of a merged one is written to its row and
 * then to the other's, so that no two transactions wait for each other.
 */
export async function lockCustomers(t: Tx, ids: CustomerId[]): Promise<void> {
  for (const isMerged of [true, false]) {
    await t.db
      .select({ id: customer.id })
      .from(customer)
      .where(
        and(
          eq(customer.tenantId, t.tenantId),
          inArray(customer.id, ids),
          sql`(${customer.partOfId} IS NOT NULL) = ${isMerged}`,
        ),
      )
      .orderBy(asc(customer.id))
      .for('no key update')
  }
}

/** Writes into which customer some are merged; null takes them off. Their version goes up, so that a page open on one learns it. */
export const setMergedInto = (t: Tx, ids: CustomerId[], into: CustomerId | null) =>
  t.db
    .update(customer)
    .set({ partOfId: into, version: sql`${customer.version} + 1` })
    .where(and(eq(customer.tenantId, t.tenantId), inArray(customer.id, ids)))

/** Blocks those that are not blocked yet, or ends the blocks of all. */
export const setBlocked = (t: Tx, ids: CustomerId[], at: Date | null) =>
  t.db
    .update(customer)
    .set({ blockedAt: at })
    .where(
      and(eq(customer.tenantId, t.tenantId), inArray(customer.id, ids), ...(at ? [isNull(customer.blockedAt)] : [])),
    )

export const insertMerge = (t: Tx, row: CustomerMergeRow) => t.db.insert(customerMerge).values(row)

export const findMerge = async (t: Tx, id: CustomerMergeId): Promise<CustomerMergeRow | null> =>
  (
    await t.db
      .select()
      .from(customerMerge)
      .where(and(eq(customerMerge.tenantId, t.tenantId), eq(customerMerge.id, id)))
  )[0] ?? null

/** The merges of a customer that were not undone, newest first. */
export const listMerges = (t: Tx, into: CustomerId): Promise<CustomerMergeRow[]> =>
  t.db
    .select()
    .from(customerMerge)
    .where(and(eq(customerMerge.tenantId, t.tenantId), eq(customerMerge.intoId, into), isNull(customerMerge.undoneAt)))
    .orderBy(desc(customerMerge.createdAt), desc(customerMerge.id))
    .limit(MAX_MERGED)

export const markUndone = (t: Tx, id: CustomerMergeId) =>
  t.db
    .update(customerMerge)
    .set({ undoneAt: t.now })
    .where(and(eq(customerMerge.tenantId, t.tenantId), eq(customerMerge.id, id)))
