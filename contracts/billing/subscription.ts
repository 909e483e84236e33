import { z } from 'zod'

/** What is counted in a billing month. */
export const UsageKind = z.enum(['tickets', 'aiInteractions'])
export type UsageKind = z.output<typeof UsageKind>

/** How a business came by its plan. */
export const GrantSource = z.enum(['checkout', 'gift', 'owner', 'trial'])
export type GrantSource = z.output<typeof GrantSource>

/**
 * `past_due`: the last payment failed, and the plan ends unless it is made good. `canceled`: the plan ends or has ended. `refunded`: the
 * payment was given back or is disputed, and the plan has ended.
 */
export const SubscriptionStatus = z.enum(['trialing', 'active', 'past_due', 'canceled', 'refunded'])
export type SubscriptionStatus = z.output<typeof SubscriptionStatus>
