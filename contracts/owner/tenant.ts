import { z } from 'zod'
import { Plan, PlanId, PlanName } from '#contracts/billing/plan.ts'
import { GrantSource, SubscriptionStatus } from '#contracts/billing/subscription.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, line, requiredLine } from '#contracts/fields.ts'
import { MemberRole } from '#contracts/identity/role.ts'
import { TenantId, UserId } from '#contracts/ids.ts'
import { Cursor, Limit, pageOf } from '#contracts/page.ts'

/** `risk`: suspended, unpaid or unhappy customers; `watch`: quiet, many open tickets or a plan that ends; else `good`. */
export const TenantHealth = z.enum(['good', 'watch', 'risk'])
export type TenantHealth = z.output<typeof TenantHealth>

/** Why a business is not `good`. */
export const HealthReason = z.enum([
  'suspended',
  'no_plan',
  'past_due',
  'plan_ended',
  'low_satisfaction',
  'many_open_tickets',
  'inactive',
])
export type HealthReason = z.output<typeof HealthReason>

export const TenantSummary = z.object({
  id: TenantId,
  slug: z.string(),
  name: z.string(),
  status: z.enum(['ACTIVE', 'SUSPENDED']),
  isDemo: z.boolean(),
  createdAt: Instant,
  plan: PlanName.nullable(),
  planSource: GrantSource.nullable(),
  planStatus: SubscriptionStatus.nullable(),
  members: z.int(),
  tickets: z.int(),
  openTickets: z.int(),
  chats: z.int(),
  aiShare: z.number().nullable().describe('Share of the chats that needed no ticket, 0 to 1'),
  satisfaction: z.number().nullable().describe('Mean rating, 1 to 5'),
  lastActivityAt: Instant.nullable().describe('Last chat that began, or ticket that was created or changed'),
  health: TenantHealth,
  healthReasons: z.array(HealthReason),
})
export type TenantSummary = z.output<typeof TenantSummary>

export const TenantSort = z.enum(['name', 'created', 'tickets', 'aiShare', 'satisfaction', 'activity'])
export type TenantSort = z.output<typeof TenantSort>

/** The customer matrix: every business with its figures. By name ascending, by everything else descending. */
export const listTenants = endpoint({
  method: 'GET',
  path: '/api/owner/tenants',
  summary: 'The customer matrix',
  tag: 'owner',
  access: 'owner',
  rate: 'read',
  query: z.strictObject({
    search: line(100).optional().describe('Part of the name or of the slug'),
    sort: TenantSort.default('activity'),
    cursor: Cursor,
    limit: Limit,
  }),
  reply: pageOf(TenantSummary),
})

export const TenantDetail = TenantSummary.extend({
  supportUrl: z.string(),
  memberList: z.array(
    z.object({ id: UserId, name: z.string(), email: z.string(), role: MemberRole, lastSignInAt: Instant.nullable() }),
  ),
  limits: z
    .object({
      tickets: z.int().nullable(),
      seats: z.int().nullable(),
      aiInteractions: z.int().nullable(),
    })
    .describe('Limits set for this business; null: those of its plan'),
})
export type TenantDetail = z.output<typeof TenantDetail>

const params = z.object({ tenantId: TenantId })

/** Why the platform owner acts on a business; it is stored in the audit log. */
const reason = requiredLine(300, 'error_owner_reason')

export const getTenantDetail = endpoint({
  method: 'GET',
  path: '/api/owner/tenants/:tenantId',
  summary: 'A business with its team and limits',
  tag: 'owner',
  access: 'owner',
  rate: 'read',
  params,
  reply: TenantDetail,
})

/** Suspends or reactivates a business. While suspended, its staff and customers see a page that says so, and nothing is answered. */
export const setTenantStatus = endpoint({
  method: 'POST',
  path: '/api/owner/tenants/:tenantId/status',
  summary: 'Suspend or reactivate a business',
  tag: 'owner',
  access: 'owner',
  rate: 'write',
  params,
  body: z.strictObject({ status: z.enum(['ACTIVE', 'SUSPENDED']), reason }),
  reply: TenantDetail,
})

const Limited = z.int().min(0).max(10_000_000).nullable()

/** Gives a business a plan and, where they are not null, limits of its own. */
export const grantTenantPlan = endpoint({
  method: 'POST',
  path: '/api/owner/tenants/:tenantId/plan',
  summary: 'Give a business a plan',
  tag: 'owner',
  access: 'owner',
  rate: 'write',
  params,
  body: z.strictObject({ planId: PlanId, reason, ticketLimit: Limited, seatLimit: Limited, aiLimit: Limited }),
  reply: TenantDetail,
})

/** Every plan with its limits, also those that are not sold. */
export const listAllPlans = endpoint({
  method: 'GET',
  path: '/api/owner/plans',
  summary: 'Every plan with its limits',
  tag: 'owner',
  access: 'owner',
  rate: 'read',
  reply: z.object({ items: z.array(Plan) }),
})
