import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'

/**
 * The platform's figures. Demo businesses and demo rows are left out. Shares are between 0 and 1, null without data. How healthy the
 * system is follows from how long this reply takes (system-health.ts).
 */
export const PlatformStats = z.object({
  tenants: z.int(),
  activeTenants: z.int(),
  suspendedTenants: z.int(),
  demoTenants: z.int(),
  newThisMonth: z.int().describe('Businesses created since the first of this month, UTC'),
  growth: z.number().nullable().describe('New businesses of the last 30 days over all that there were before'),
  retention: z
    .number()
    .nullable()
    .describe(
      'Of the businesses older than 30 days, the share that is active and had a chat or ticket in the last 30 days',
    ),
  members: z.int(),
  tickets: z.int(),
  openTickets: z.int(),
  chats: z.int(),
  aiShare: z.number().nullable().describe('Share of the chats that needed no ticket'),
  satisfaction: z.number().nullable().describe('Mean rating, 1 to 5'),
  revenue: z.object({
    estimateCents: z.int().describe('149 dollars times the paying businesses: the earlier system’s estimate'),
    monthlyCents: z.int().describe('Billed each month by active subscriptions that were paid at a checkout'),
    onceCents: z.int().describe('Paid once for lifetime plans at a checkout'),
    payingTenants: z
      .int()
      .describe('Active, completed onboarding, and with a plan in force that was paid at a checkout'),
  }),
  at: Instant,
})
export type PlatformStats = z.output<typeof PlatformStats>

export const getPlatformStats = endpoint({
  method: 'GET',
  path: '/api/owner/stats',
  summary: 'Figures of the platform',
  tag: 'owner',
  access: 'owner',
  rate: 'read',
  reply: PlatformStats,
})
