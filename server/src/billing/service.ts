export { type Grant, grantPlan, type OwnLimits } from './grants.ts'
export { hasFeature, planOf, requireFeature, requireFreeSeat } from './limits.ts'
