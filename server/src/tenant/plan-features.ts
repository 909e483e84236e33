import type { FeatureAccess } from '#contracts/tenant/branding.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** The plan's answer about a feature; given by the billing domain, which is above this one. */
export type PlanFeatures<Feature extends string> = {
  access(t: Tx, feature: Feature): Promise<FeatureAccess>
  /** Throws plan_limit, naming the plan that has it. */
  require(t: Tx, feature: Feature): Promise<void>
}
