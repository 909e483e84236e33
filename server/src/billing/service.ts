export { claimCheckout, readCheckout } from './checkout/claim.ts'
export { endSubscription } from './end-subscription.ts'
export {
  createFamilyGiftTokens,
  createGiftToken,
  createGiftTokenBatch,
  deleteAllGiftTokens,
  deleteGiftToken,
  redeemGiftToken,
} from './gift-tokens/commands.ts'
export { presentGiftToken } from './gift-tokens/present.ts'
export { countGiftTokens, listGiftTokens } from './gift-tokens/reads.ts'
export { type Grant, grantPlan } from './grants.ts'
export {
  apiAllowance,
  featureAccess,
  hasFeature,
  lacksFeature,
  planOf,
  requestsPerMinute,
  requireFeature,
  requireFreeSeat,
  ticketsUsedUp,
} from './limits.ts'
export { nameOfPlan, planNameIn } from './plan-name.ts'
export { isStripeConnected } from './stripe/client.ts'
export { countAiInteraction, numberTicket, numberUncountedTickets } from './usage/count.ts'
