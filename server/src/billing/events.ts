import { z } from 'zod'
import { PlanId } from '#contracts/billing/plan.ts'
import { SubscriptionStatus } from '#contracts/billing/subscription.ts'
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
