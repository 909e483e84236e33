import * as contract from '#contracts/billing/checkout.ts'
import { PLANS } from '#contracts/billing/plan.ts'
import * as m from '#i18n/messages.js'
import type { CheckoutRow } from '#server/billing/schema.ts'
import { isStripeConnected } from '#server/billing/stripe/client.ts'
import { receiveEvent } from '#server/billing/stripe/webhook.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { languageOf } from '#server/platform/route/request-language.ts'
import { publicRoute, type Route } from '#server/platform/route/route.ts'
import { grantOf, readCheckout } from './claim.ts'
import { completeTestCheckout } from './complete-test.ts'
import { returnUrlOf, soldPlanOf, startCheckout } from './start.ts'

const presentCheckout = (platform: Platform, row: CheckoutRow): contract.CheckoutView => ({
  id: row.id,
  planId: row.planId,
  planName: PLANS[row.planId].name,
  price: PLANS[row.planId].price,
  trialEndsAt: (row.status === 'paid' && grantOf(row, platform.clock.now()).trialEndsAt?.toISOString()) || null,
  status: row.usedAt ? 'used' : row.status,
  email: row.email,
  isTest: !isStripeConnected(platform),
  returnUrl: returnUrlOf(platform, row),
})

async function presentFound(platform: Platform, row: CheckoutRow | null): Promise<contract.CheckoutView> {
  if (!row) throw new AppError('not_found', m.error_checkout_unknown)
  return presentCheckout(platform, row)
}

export const checkoutRoutes: Route[] = [
  publicRoute(contract.startCheckout, (c) =>
    startCheckout(c.platform, { plan: soldPlanOf(c.body.plan), language: languageOf(c.request), email: c.body.email }),
  ),
  publicRoute(contract.getCheckout, async (c) =>
    presentFound(c.platform, await readCheckout(c.platform, c.params.checkoutId)),
  ),
  publicRoute(contract.completeTestCheckout, async (c) =>
    presentFound(c.platform, await completeTestCheckout(c.platform, c.params.checkoutId, c.body.email ?? null)),
  ),
  publicRoute(contract.receiveStripeEvent, (c) => receiveEvent(c.platform, c.request)),
]
