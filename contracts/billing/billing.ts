import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, line } from '#contracts/fields.ts'
import { Plan, PlanFeature, PlanName } from './plan.ts'
import { GrantSource, SubscriptionStatus } from './subscription.ts'

const Billing = { tag: 'billing', access: 'member' } as const

const Usage = z.object({ used: z.number().int(), limit: z.number().int() })

/** The plan of the business with its use, for owners and admins. */
export const BillingView = z.object({
  plan: Plan,
  source: GrantSource,
  status: SubscriptionStatus,
  /** False once the plan has ended: nothing new is allowed, what there is stays readable and answerable. */
  isInForce: z.boolean(),
  trialEndsAt: Instant.nullable(),
  /** Null where no payment is due. */
  nextBillingAt: Instant.nullable(),
  /** When the plan ends, because it was canceled or is not paid; null: it goes on. */
  endsAt: Instant.nullable(),
  /** The billing month that tickets and AI interactions count in. */
  month: z.object({ from: Instant, to: Instant }),
  usage: z.object({ tickets: Usage, seats: Usage, aiInteractions: Usage }),
  /** What the plan lacks, and the plan that has it. */
  locked: z.array(z.object({ feature: PlanFeature, plan: PlanName })),
  /** The plans that the business may change to. */
  choices: z.array(Plan),
  /** False without a Stripe key: checkouts are tests, and there are no invoices. */
  isStripeConnected: z.boolean(),
  /** Whether there is a customer at Stripe, who has invoices and a portal. */
  hasPayments: z.boolean(),
})
export type BillingView = z.output<typeof BillingView>

export const getBilling = endpoint({
  ...Billing,
  method: 'GET',
  path: '/api/billing',
  summary: 'The plan, its limits and their use',
  rate: 'read',
  reply: BillingView,
})

/** What the desk tells its members of the plan, the most urgent first. `at`: when it ends, or when the counts begin anew. */
export const BillingNotice = z.object({
  kind: z.enum(['ended', 'refunded', 'past_due', 'canceled', 'tickets', 'aiInteractions']),
  percent: z.number().int().nullable(),
  limit: z.number().int().nullable(),
  at: Instant.nullable(),
})
export type BillingNotice = z.output<typeof BillingNotice>

export const listBillingNotices = endpoint({
  ...Billing,
  method: 'GET',
  path: '/api/billing/notices',
  summary: 'What the desk tells of the plan',
  rate: 'read',
  reply: z.object({ items: z.array(BillingNotice), canChange: z.boolean() }),
})

/** Starts the checkout of another plan; the page goes to `url`. A plan that is not offered is a conflict. */
export const changePlan = endpoint({
  ...Billing,
  method: 'POST',
  path: '/api/billing/plan',
  summary: 'Start the change to another plan',
  rate: 'write',
  status: 201,
  body: z.strictObject({ plan: line(40) }),
  reply: z.object({ checkoutId: z.string(), url: z.string() }),
})

/** The return from the checkout of another plan: applies it, also where Stripe's event has not arrived yet. */
export const finishPlanChange = endpoint({
  ...Billing,
  method: 'POST',
  path: '/api/billing/plan/:planChangeId',
  summary: 'Return from the checkout of another plan',
  rate: 'write',
  params: z.object({
    planChangeId: z
      .string()
      .regex(/^[\w-]{1,255}$/)
      .describe('Id of its checkout'),
  }),
  reply: BillingView,
})

/** A page of Stripe where the business changes its card, sees its invoices and cancels. Without payments a conflict. */
export const openPaymentPortal = endpoint({
  ...Billing,
  method: 'POST',
  path: '/api/billing/portal',
  summary: 'Open the customer portal of Stripe',
  rate: 'write',
  reply: z.object({ url: z.string() }),
})

export const InvoiceView = z.object({
  number: z.string().nullable(),
  at: Instant,
  /** In cents of the currency. */
  cents: z.number().int(),
  currency: z.string(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  /** Stripe's page of the invoice, and its PDF. */
  url: z.string().nullable(),
  pdfUrl: z.string().nullable(),
})
export type InvoiceView = z.output<typeof InvoiceView>

/** The latest 24; none without payments. */
export const listInvoices = endpoint({
  ...Billing,
  method: 'GET',
  path: '/api/billing/invoices',
  summary: 'Invoices of the business',
  rate: 'read',
  reply: z.object({ items: z.array(InvoiceView) }),
})
