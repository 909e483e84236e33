import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { type CheckoutRow, checkout } from '#server/billing/schema.ts'
import type { StoredSession, StoredState } from '#server/billing/stripe/states.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform } from '#server/platform/platform.ts'

const first = <Row>(rows: Row[]): Row | null => rows[0] ?? null

export const findCheckout = async (platform: Platform, id: string): Promise<CheckoutRow | null> =>
  first(await platform.db.orm.select().from(checkout).where(eq(checkout.id, id)))

/**
 * Stores what was read of a session. A paid one stays paid whatever was read earlier and comes later; a used one keeps its business.
 */
export async function upsertSession(platform: Platform, session: StoredSession): Promise<CheckoutRow> {
  const now = platform.clock.now()
  const paidAt = session.status === 'paid' ? now : null
  const keep = <Key extends 'email' | 'stripeCustomerId' | 'stripeSubscriptionId' | 'paidAt'>(key: Key) => {
    const excluded = sql.raw(`excluded."${checkout[key].name}"`)
    return key === 'paidAt'
      ? sql`coalesce(${checkout[key]}, ${excluded})`
      : sql`coalesce(${excluded}, ${checkout[key]})`
  }
  const rows = await platform.db.orm
    .insert(checkout)
    .values({ ...session, createdAt: now, paidAt })
    .onConflictDoUpdate({
      target: checkout.id,
      set: {
        status: sql`CASE WHEN ${checkout.status} = 'paid' THEN 'paid' ELSE excluded.status END`,
        email: keep('email'),
        stripeCustomerId: keep('stripeCustomerId'),
        stripeSubscriptionId: keep('stripeSubscriptionId'),
        paidAt: keep('paidAt'),
      },
    })
    .returning()
  return rows[0]!
}

/** Begins a read of a payment's state: its number among the reads. */
export const beginPaymentRead = async (platform: Platform, id: string): Promise<number> =>
  (
    await platform.db.orm
      .update(checkout)
      .set({ readNumber: sql`${checkout.readNumber} + 1` })
      .where(eq(checkout.id, id))
      .returning({ readNumber: checkout.readNumber })
  )[0]!.readNumber

/** Begins a read of a subscription's state: its number among the reads; null for a subscription of no known checkout. */
export const beginRead = async (
  platform: Platform,
  subscriptionId: string,
): Promise<{ id: string; readNumber: number } | null> =>
  first(
    await platform.db.orm
      .update(checkout)
      .set({ readNumber: sql`${checkout.readNumber} + 1` })
      .where(eq(checkout.stripeSubscriptionId, subscriptionId))
      .returning({ id: checkout.id, readNumber: checkout.readNumber }),
  )

/** Stores the state of a subscription, unless a read that began later is stored already. */
export const storeState = (platform: Platform, read: { id: string; readNumber: number }, state: StoredState) =>
  platform.db.orm
    .update(checkout)
    .set({ ...state, storedRead: read.readNumber })
    .where(and(eq(checkout.id, read.id), lt(checkout.storedRead, read.readNumber)))

/** Uses a paid checkout for the business of the transaction: true for one caller only, whoever else tries. */
export const claimRow = async (t: Tx, id: string, purpose: 'account' | 'change'): Promise<CheckoutRow | null> =>
  first(
    await t.db
      .update(checkout)
      .set({ usedAt: t.now, tenantId: t.tenantId })
      .where(
        and(
          eq(checkout.id, id),
          eq(checkout.status, 'paid'),
          isNull(checkout.usedAt),
          isNull(checkout.refundedAt),
          purpose === 'account' ? isNull(checkout.tenantId) : eq(checkout.tenantId, t.tenantId),
        ),
      )
      .returning(),
  )

export const findInTransaction = async (t: Tx, id: string): Promise<CheckoutRow | null> =>
  first(await t.db.select().from(checkout).where(eq(checkout.id, id)))

/** The checkout of the subscription that the business has now. */
export const findBySubscription = async (t: Tx, subscriptionId: string): Promise<CheckoutRow | null> =>
  first(
    await t.db
      .select()
      .from(checkout)
      .where(and(eq(checkout.tenantId, t.tenantId), eq(checkout.stripeSubscriptionId, subscriptionId))),
  )

/** Paid checkouts that nobody used since a moment, and whose payers were not told how to go on. */
export const listAbandoned = (platform: Platform, before: Date, limit: number): Promise<CheckoutRow[]> =>
  platform.db.orm
    .select()
    .from(checkout)
    .where(
      and(
        lt(checkout.paidAt, before),
        isNull(checkout.usedAt),
        isNull(checkout.tenantId),
        isNull(checkout.remindedAt),
        isNull(checkout.refundedAt),
        isNotNull(checkout.email),
      ),
    )
    .orderBy(checkout.paidAt)
    .limit(limit)

/**
 * Runs `remind` for a checkout that nobody was reminded of, under its row lock, so that two runs at once remind once. If the process ends in
 * between, the next run reminds again.
 */
export const remindOnce = (platform: Platform, id: string, remind: () => Promise<void>): Promise<void> =>
  platform.db.transaction(async ({ orm }) => {
    const [row] = await orm
      .select({ id: checkout.id })
      .from(checkout)
      .where(and(eq(checkout.id, id), isNull(checkout.remindedAt), isNull(checkout.usedAt)))
      .for('update', { skipLocked: true })
    if (!row) return
    await remind()
    await orm.update(checkout).set({ remindedAt: platform.clock.now() }).where(eq(checkout.id, id))
  })
