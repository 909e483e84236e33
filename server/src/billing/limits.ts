import type { Plan, PlanFeature, PlanName } from '#contracts/billing/plan.ts'
import { PLANS } from '#contracts/billing/plan.ts'
import * as m from '#i18n/messages.js'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type Text, text } from '#server/platform/text/message.ts'
import { includesFeature, limitsOf, planWith } from './entitlement.ts'
import { nameOfPlan, planNameText } from './plan-name.ts'
import { countMembers, findSubscription, lockSubscription } from './queries.ts'
import type { SubscriptionRow } from './schema.ts'

/** The plan of the business and its subscription, whether or not it is in force. Throws not_found where it never had one. */
export async function planOf(t: Tx): Promise<{ plan: Plan; subscription: SubscriptionRow }> {
  const row = await findSubscription(t)
  if (!row) throw notFound('business')
  return { plan: PLANS[row.planId], subscription: row }
}

/** Whether the plan in force includes a feature. */
export const hasFeature = async (t: Tx, feature: PlanFeature): Promise<boolean> =>
  includesFeature(await findSubscription(t), feature, t.now)

/** Whether the plan in force includes a feature, and the plan that does. */
export const featureAccess = async (t: Tx, feature: PlanFeature): Promise<{ isIncluded: boolean; plan: PlanName }> => ({
  isIncluded: await hasFeature(t, feature),
  plan: nameOfPlan(planWith(feature)),
})

/** Throws plan_limit, naming the plan that has the feature, where the plan in force lacks it. */
export async function requireFeature(t: Tx, feature: PlanFeature): Promise<void> {
  if (!(await hasFeature(t, feature))) throw lacksFeature(feature)
}

/** The refusal of what the plan lacks. It names the plan that has it. */
export function lacksFeature(feature: PlanFeature): AppError {
  const plan = planNameText(planWith(feature).id)
  const refusal: Text = (_, options) => m.error_plan_feature({ feature, plan: plan({}, options) }, options)
  return new AppError('plan_limit', refusal, { reason: feature })
}

type InForce = Pick<SubscriptionRow, 'planId' | 'endsAt'>

/** Whether a plan has access to the API, and the requests that each key may send in a minute. */
export const apiAllowance = (row: InForce | undefined, at: Date): { isIncluded: boolean; perMinute: number } => ({
  isIncluded: includesFeature(row, 'apiAccess', at),
  perMinute: row ? PLANS[row.planId].limits.apiPerMinute : 0,
})

/** The requests that each key of the business may send in a minute. */
export const requestsPerMinute = async (t: Tx): Promise<number> =>
  apiAllowance(await findSubscription(t), t.now).perMinute

/** The refusal of a member's new ticket over the limit. A customer's is kept instead, and marked. */
export const ticketsUsedUp = (limit: number): AppError =>
  new AppError('plan_limit', text(m.error_plan_tickets, { limit }), { reason: 'tickets' })

/**
 * Throws plan_limit where the plan has no seat left. Of many transactions at once one takes the last seat: the others wait for it here.
 * To be called before the member is added. `reserved`: seats that open invitations hold.
 */
export async function requireFreeSeat(t: Tx, reserved = 0): Promise<void> {
  const { seats } = limitsOf(await lockSubscription(t), t.now)
  if ((await countMembers(t)) + reserved < seats) return
  throw new AppError('plan_limit', text(m.error_plan_seats, { seats }), { reason: 'seats' })
}
