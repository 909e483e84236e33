import { PLANS, type Plan, type PlanFeature, type PlanLimits } from '#contracts/billing/plan.ts'
import type { SubscriptionRow } from './schema.ts'

/** What a business without a plan in force may use: nothing new; what it has stays readable and answerable. */
const NOTHING: PlanLimits = { tickets: 0, seats: 0, aiInteractions: 0, apiPerMinute: 0 }

/** Whether the plan is in force at a moment. */
type InForce = Pick<SubscriptionRow, 'planId' | 'endsAt'>

export const isInForce = <Row extends InForce>(row: Row | undefined, at: Date): row is Row =>
  row !== undefined && (row.endsAt === null || row.endsAt > at)

/** The limits at a moment: those of the plan, where the platform owner set no others. */
export function limitsOf(row: SubscriptionRow | undefined, at: Date): PlanLimits {
  if (!isInForce(row, at)) return NOTHING
  const { limits } = PLANS[row.planId]
  return {
    tickets: row.ticketLimit ?? limits.tickets,
    seats: row.seatLimit ?? limits.seats,
    aiInteractions: row.aiLimit ?? limits.aiInteractions,
    apiPerMinute: limits.apiPerMinute,
  }
}

export const includesFeature = (row: InForce | undefined, feature: PlanFeature, at: Date): boolean =>
  isInForce(row, at) && PLANS[row.planId].features.includes(feature)

/** The first plan with a feature: one that is sold, if there is one. */
export const planWith = (feature: PlanFeature): Plan => {
  const having = Object.values(PLANS).filter(({ features }) => features.includes(feature))
  const found = having.find(({ price }) => price !== null) ?? having[0]
  if (!found) throw new Error(`no plan has ${feature}`)
  return found
}
