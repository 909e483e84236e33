import { and, eq, getTableColumns, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CustomerId, GuestId, UserId } from '#contracts/ids.ts'
import { statement } from '#server/platform/db/statement.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type CustomerRow, customer, type GuestRow, guest } from './schema.ts'

export const findGuestRow = async (t: Tx, id: GuestId): Promise<GuestRow | undefined> =>
  (
    await t.db
      .select()
      .from(guest)
      .where(and(eq(guest.tenantId, t.tenantId), eq(guest.id, id)))
  )[0]

/** The customer a guest claims to be; beside it the one of the account that is signed in. */
const claimed = alias(customer, 'claimed')
const IS_BLOCKED = sql<boolean>`(${customer.blockedAt} is not null or ${claimed.blockedAt} is not null)`

const selectByToken = statement((db, t: Pick<Tx, 'tenantId'> & { tokenHash: string }) =>
  db
    .select({ ...getTableColumns(guest), accountCustomerId: customer.id, isBlocked: IS_BLOCKED })
    .from(guest)
    .leftJoin(customer, and(eq(customer.tenantId, guest.tenantId), eq(customer.accountId, guest.accountId)))
    .leftJoin(claimed, and(eq(claimed.tenantId, guest.tenantId), eq(claimed.id, guest.customerId)))
    .where(and(eq(guest.tenantId, t.tenantId), eq(guest.tokenHash, t.tokenHash))),
)

/** A guest with the customer of the account that is signed in, and whether the business blocked them. */
export type GuestWithAccount = GuestRow & { accountCustomerId: CustomerId | null; isBlocked: boolean }

export const findGuestByToken = async (t: Tx, tokenHash: string): Promise<GuestWithAccount | undefined> =>
  (await t.run(selectByToken, { tokenHash }))[0]

export const insertGuest = (t: Tx, row: GuestRow) => t.db.insert(guest).values(row)

export const updateGuest = (
  t: Tx,
  id: GuestId,
  change: Partial<
    Pick<GuestRow, 'customerId' | 'accountId' | 'identifiedAt' | 'portalHost' | 'lastSeenAt' | 'expiresAt'>
  >,
) =>
  t.prepared
    .update(guest)
    .set(change)
    .where(and(eq(guest.tenantId, t.tenantId), eq(guest.id, id)))

/** The guest is a customer from now on; one whom the business's server named stays that one, whatever address they type. */
export const linkGuest = (t: Tx, id: GuestId, customerId: CustomerId) =>
  t.prepared
    .update(guest)
    .set({
      customerId: sql`case when ${guest.identifiedAt} is null then ${customerId}::uuid else ${guest.customerId} end`,
    })
    .where(and(eq(guest.tenantId, t.tenantId), eq(guest.id, id)))

/**
 * Holds a guest's row until the transaction ends; rows that refer to it may be written meanwhile. Whoever changes which customer a guest
 * is takes this lock before those of conversations, customers and tickets, so that no two of them wait for each other.
 */
export const lockGuest = async (t: Tx, id: GuestId): Promise<void> => {
  await t.prepared
    .select({ id: guest.id })
    .from(guest)
    .where(and(eq(guest.tenantId, t.tenantId), eq(guest.id, id)))
    .for('no key update')
    // Sent at once and not with the next tick, so before every statement of the caller's next lines.
    .execute()
}

/** The customer that a guest claims to be by this e-mail, or that the business's server says they are. */
export const findClaim = async (t: Tx, claimedBy: GuestId, email: string | null): Promise<CustomerRow | null> => {
  const identified = t.db
    .select({ id: guest.customerId })
    .from(guest)
    .where(and(eq(guest.tenantId, t.tenantId), eq(guest.id, claimedBy), isNotNull(guest.identifiedAt)))
  const rows = await t.db
    .select()
    .from(customer)
    .where(
      and(
        eq(customer.tenantId, t.tenantId),
        eq(customer.email, email ?? ''),
        or(eq(customer.claimedBy, claimedBy), and(isNotNull(customer.claimedBy), eq(customer.id, identified))),
      ),
    )
  return rows[0] ?? null
}

export const updateCustomer = async (
  t: Tx,
  id: CustomerId,
  change: Partial<
    Pick<
      CustomerRow,
      | 'emailVerifiedAt'
      | 'accountId'
      | 'name'
      | 'plan'
      | 'attributes'
      | 'preferences'
      | 'blockedAt'
      | 'joinedAt'
      | 'lastActiveAt'
      | 'version'
    >
  >,
): Promise<CustomerRow> =>
  (
    await t.db
      .update(customer)
      .set(change)
      .where(and(eq(customer.tenantId, t.tenantId), eq(customer.id, id)))
      .returning()
  )[0]!

export const findCustomerRow = async (t: Tx, id: CustomerId): Promise<CustomerRow | undefined> =>
  (
    await t.db
      .select()
      .from(customer)
      .where(and(eq(customer.tenantId, t.tenantId), eq(customer.id, id)))
  )[0]

export const lockCustomerRow = async (t: Tx, id: CustomerId): Promise<CustomerRow | undefined> =>
  (
    await t.db
      .select()
      .from(customer)
      .where(and(eq(customer.tenantId, t.tenantId), eq(customer.id, id)))
      .for('no key update')
  )[0]

type NewCustomer = Omit<typeof customer.$inferInsert, 'claimedBy'> & { claimedBy: GuestId | null }

/** Null, so no claim, for a guest who has verified this e-mail; the customer's own where the business's server named the guest with it. */
const claimOf = (t: Tx, { claimedBy, email }: NewCustomer) =>
  sql<GuestId | null>`(select case when c.id is null then ${claimedBy}::uuid else c.claimed_by end from (values (1)) one left join (
    select c.id, c.claimed_by from ${guest} g join ${customer} c on c.tenant_id = g.tenant_id and c.id = g.customer_id
    where g.tenant_id = ${t.tenantId} and g.id = ${claimedBy} and c.email = ${email}
      and (g.identified_at is not null or (c.claimed_by is null and c.email_verified_at is not null))) c on true)`

/**
 * One row for each e-mail and claim on it: joinedAt is the earliest time given, lastActiveAt the latest, and a name once given stays.
 * Gives the name the row had before, null for a row that was added.
 */
export async function upsertCustomer(
  t: Tx,
  row: NewCustomer,
  defaultName: string,
): Promise<{ customer: CustomerRow; previousName: string | null; isBlocked: boolean }> {
  // From the statement's snapshot, so the name before the change. Null also when a concurrent transaction adds the row.
  const before = sql<
    string | null
  >`(select c.name from ${customer} c where c.tenant_id = ${t.tenantId} and c.id = "customer"."id")`
  // Whoever has this e-mail is blocked, also in a browser that gives it for the first time.
  const isBlocked = sql<boolean>`exists (select 1 from ${customer} c where c.tenant_id = ${t.tenantId} and c.email = "customer"."email"
    and c.blocked_at is not null)`
  const [written] = await t.prepared
    .insert(customer)
    .values({ ...row, claimedBy: row.claimedBy && claimOf(t, row) })
    .onConflictDoUpdate({
      target: [customer.tenantId, customer.email, customer.claimedBy],
      set: {
        name: sql`case when ${customer.name} in ('', ${defaultName}) then excluded.name else ${customer.name} end`,
        joinedAt: sql`least(${customer.joinedAt}, excluded.joined_at)`,
        lastActiveAt: sql`greatest(${customer.lastActiveAt}, excluded.last_active_at)`,
      },
    })
    .returning({ ...getTableColumns(customer), isAdded: sql<boolean>`xmax = 0`, before, isBlocked })
  if (!written) throw new Error('a customer was neither added nor found')
  const { isAdded, before: previousName, isBlocked: isRefused, ...after } = written
  return { customer: after, previousName: isAdded ? null : (previousName ?? after.name), isBlocked: isRefused }
}

export const findCustomerByAccount = async (t: Tx, accountId: UserId): Promise<CustomerRow | undefined> =>
  (
    await t.db
      .select()
      .from(customer)
      .where(and(eq(customer.tenantId, t.tenantId), eq(customer.accountId, accountId)))
  )[0]

/** The source of the link by which a guest first came, as a value of a statement; null where none is known. */
export const utmSourceOf = (t: Pick<Tx, 'tenantId'>, id: GuestId): SQL<string | null> =>
  sql`(SELECT visit->>'source' FROM guest WHERE tenant_id = ${t.tenantId} AND id = ${id})`
