import { z } from 'zod'
import { PlanId } from '#contracts/billing/plan.ts'
import { SubscriptionStatus, UsageKind } from '#contracts/billing/subscription.ts'
import { domainEvent } from '#server/platform/event.ts'
import type { SubscriptionRow } from './schema.ts'

export const planChanged = domainEvent({
  name: 'plan.changed',
  version: 1,
  summary: 'The business got a plan or another one, or the state of its payment changed.',
  payload: z.object({
    planId: PlanId,
    status: SubscriptionStatus,
    previousPlanId: PlanId.nullable().describe('Null for the first plan'),
    previousStatus: SubscriptionStatus.nullable(),
  }),
  toPayload: ({ before, after }: { before: SubscriptionRow | null; after: SubscriptionRow }) => ({
    planId: after.planId,
    status: after.status,
    previousPlanId: before?.planId ?? null,
    previousStatus: before?.status ?? null,
  }),
})

export const usageReached = domainEvent({
  name: 'plan.usage_reached',
  version: 1,
  summary: 'Tickets or AI interactions reached 80 or 100 percent of the plan’s limit; once a billing month each.',
  payload: z.object({
    kind: UsageKind,
    percent: z.number().int(),
    used: z.number().int(),
    limit: z.number().int(),
  }),
  toPayload: (facts: { kind: UsageKind; percent: number; used: number; limit: number }) => facts,
})
