import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'

export const PlanId = z.enum(['monthly', 'lifetime', 'basic', 'pro', 'business', 'enterprise', 'premium'])
export type PlanId = z.output<typeof PlanId>

/** What a plan may include. */
export const PlanFeature = z.enum([
  'aiSupport',
  'ticketManagement',
  'analytics',
  'customBranding',
  'customDomain',
  'apiAccess',
  'whiteLabel',
])
export type PlanFeature = z.output<typeof PlanFeature>

/**
 * The most of a plan. Tickets and AI interactions count per billing month; an AI interaction is an answer to a customer that a model was asked for.
 * Seats are members; `apiPerMinute` is the default of an API key.
 */
export const PlanLimits = z.object({
  tickets: z.number().int(),
  seats: z.number().int(),
  aiInteractions: z.number().int(),
  apiPerMinute: z.number().int(),
})
export type PlanLimits = z.output<typeof PlanLimits>

/** A price in cents of US dollars, each month or once; `trialDays` without payment before the first. */
export const PlanPrice = z.object({
  cents: z.number().int(),
  period: z.enum(['month', 'once']),
  trialDays: z.number().int(),
})
export type PlanPrice = z.output<typeof PlanPrice>

export const Plan = z.object({
  id: PlanId,
  name: z.string(),
  /** Null for a plan that is not sold: the platform owner grants it. */
  price: PlanPrice.nullable(),
  limits: PlanLimits,
  features: z.array(PlanFeature),
})
export type Plan = z.output<typeof Plan>

/** A plan by its id, and its English name for where the id has no text of its own. */
export const PlanName = Plan.pick({ id: true, name: true })
export type PlanName = z.output<typeof PlanName>

const LIMITS: PlanLimits = { tickets: 1000, seats: 5, aiInteractions: 10_000, apiPerMinute: 100 }
const SUPPORT = ['aiSupport', 'ticketManagement'] as const
const STANDARD = [...SUPPORT, 'analytics'] as const

/** Every plan. Monthly and lifetime are sold, the others are granted by the platform owner. */
export const PLANS: Readonly<Record<PlanId, Plan>> = {
  monthly: {
    id: 'monthly',
    name: 'Monthly',
    price: { cents: 1500, period: 'month', trialDays: 7 },
    limits: LIMITS,
    features: [...STANDARD],
  },
  lifetime: {
    id: 'lifetime',
    name: 'Lifetime',
    price: { cents: 7500, period: 'once', trialDays: 0 },
    limits: { ...LIMITS, tickets: 50_000, seats: 50 },
    features: [...PlanFeature.options],
  },
  basic: {
    id: 'basic',
    name: 'Basic',
    price: null,
    limits: { ...LIMITS, aiInteractions: 1000 },
    features: [...SUPPORT],
  },
  pro: { id: 'pro', name: 'Pro', price: null, limits: LIMITS, features: [...STANDARD] },
  business: {
    id: 'business',
    name: 'Business',
    price: null,
    limits: LIMITS,
    features: [...STANDARD, 'customBranding', 'apiAccess'],
  },
  enterprise: { id: 'enterprise', name: 'Enterprise', price: null, limits: LIMITS, features: [...PlanFeature.options] },
  premium: {
    id: 'premium',
    name: 'Premium',
    price: null,
    limits: { ...LIMITS, tickets: 10_000 },
    features: [...STANDARD, 'customBranding'],
  },
}

/** The plans that are sold, in the order of the price list. */
export const listPlans = endpoint({
  method: 'GET',
  path: '/api/plans',
  summary: 'The plans that are sold',
  tag: 'billing',
  access: 'public',
  rate: 'read',
  reply: z.object({ items: z.array(Plan) }),
})
