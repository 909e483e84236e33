import { PLANS } from '#contracts/billing/plan.ts'
import * as m from '#i18n/messages.js'
import type { Grant } from '#server/billing/grants.ts'
import type { CheckoutRow } from '#server/billing/schema.ts'
import { isStripeConnected } from '#server/billing/stripe/client.ts'
import { syncSession } from '#server/billing/stripe/sync.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError, conflict } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { claimRow, findCheckout, findInTransaction } from './queries.ts'

/**
 * Uses a paid checkout for the account that the transaction creates: of many callers one gets what `grantPlan` takes. Throws not_found,
 * and conflict with the reason `used` or `unpaid`.
 */
export async function claimCheckout(t: Tx, id: string): Promise<Grant> {
  const row = await claimRow(t, id, 'account')
  if (row && !hasEnded(row, t.now)) return grantOf(row, t.now)
  const found = row ?? (await findInTransaction(t, id))
  if (!found || (found.tenantId && !found.usedAt)) throw new AppError('not_found', m.error_checkout_unknown)
  if (!row && found.usedAt) throw conflict(m.error_checkout_used, { reason: 'used' })
  throw conflict(m.error_checkout_unpaid, { reason: 'unpaid' })
}

const hasEnded = ({ endsAt }: CheckoutRow, at: Date) => endsAt !== null && endsAt <= at

const DAY_MS = 86_400_000

/** The plan that a paid checkout gives. Where Stripe told no state of a subscription yet, or there is no Stripe: as it begins. */
export function grantOf(row: CheckoutRow, at: Date): Grant {
  const { planId, stripeCustomerId, stripeSubscriptionId } = row
  const { price } = PLANS[planId]
  const base = { planId, source: 'checkout', stripeCustomerId, stripeSubscriptionId } as const
  if (row.subscriptionStatus) {
    const { subscriptionStatus: status, startedAt, trialEndsAt, nextBillingAt, endsAt } = row
    return { ...base, status, startedAt, trialEndsAt, nextBillingAt, endsAt }
  }
  const trialEndsAt = price?.trialDays ? new Date((row.paidAt ?? at).getTime() + price.trialDays * DAY_MS) : null
  return trialEndsAt
    ? { ...base, status: 'trialing', startedAt: at, trialEndsAt, nextBillingAt: trialEndsAt }
    : { ...base, status: 'active', startedAt: at }
}

/** A checkout as it is now, also when Stripe's event has not arrived; null for an unknown one. */
export async function readCheckout(platform: Platform, id: string): Promise<CheckoutRow | null> {
  const row = await findCheckout(platform, id)
  if (row?.status !== 'open' || !isStripeConnected(platform) || row.id.startsWith('test_')) return row
  return syncSession(platform, id)
}
