import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { PlanId } from '#contracts/billing/plan.ts'
import type { GrantSource, SubscriptionStatus } from '#contracts/billing/subscription.ts'
import type { TenantId } from '#contracts/ids.ts'
import { auth } from '#server/identity/schema.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'

/** The plan of a business. A business without a row may use nothing of a plan. */
export const subscription = pgTable(
  'subscription',
  {
    tenantId: tenantId()
      .primaryKey()
      .references(() => tenant.id, { onDelete: 'cascade' }),
    planId: text('plan_id').$type<PlanId>().notNull(),
    source: text('source').$type<GrantSource>().notNull(),
    status: text('status').$type<SubscriptionStatus>().notNull(),
    /** Billing months begin on its day of the month and at its time. */
    startedAt: instant('started_at').notNull(),
    trialEndsAt: instant('trial_ends_at'),
    /** When the next payment is due; null where none is. */
    nextBillingAt: instant('next_billing_at'),
    /** From then on the plan allows nothing: it was canceled, or not paid in time. */
    endsAt: instant('ends_at'),
    stripeCustomerId: text('stripe_customer_id'),
    stripeSubscriptionId: text('stripe_subscription_id'),
    /** Limits that the platform owner set for this business; null: those of the plan. */
    ticketLimit: integer('ticket_limit'),
    seatLimit: integer('seat_limit'),
    aiLimit: integer('ai_limit'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  () => [isolated()],
)
export type SubscriptionRow = typeof subscription.$inferSelect

/** What a business used in a billing month. A hot row: it is locked last. */
export const planUsage = pgTable(
  'plan_usage',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    /** The beginning of the billing month. */
    month: instant('month').notNull(),
    tickets: integer('tickets').notNull().default(0),
    aiInteractions: integer('ai_interactions').notNull().default(0),
    /** The limit of tickets as the last ticket met it. */
    ticketLimit: integer('ticket_limit').notNull().default(0),
    /** The highest share of the limit, in percent, that the business was told of: 0, 80 or 100. */
    ticketsToldPercent: integer('tickets_told_percent').notNull().default(0),
    aiToldPercent: integer('ai_told_percent').notNull().default(0),
  },
  (t) => [isolated(), primaryKey({ columns: [t.tenantId, t.month] })],
)
export type PlanUsageRow = typeof planUsage.$inferSelect

/**
 * A checkout, by the id of its Stripe session, or by a random id where no Stripe key is set. Who knows the id of a paid one may use it,
 * once: it is as long as a session token. It begins before there is a business, so it belongs to none until it is used.
 */
export const checkout = auth.table(
  'checkout',
  {
    id: text('id').primaryKey(),
    planId: text('plan_id').$type<PlanId>().notNull(),
    status: text('status').$type<'open' | 'paid' | 'expired'>().notNull(),
    email: text('email'),
    /** The language of the page it began on, for mails about it. */
    language: text('language').notNull().default('en'),
    stripeCustomerId: text('stripe_customer_id'),
    stripeSubscriptionId: text('stripe_subscription_id'),
    subscriptionStatus: text('subscription_status').$type<SubscriptionStatus>(),
    startedAt: instant('started_at'),
    trialEndsAt: instant('trial_ends_at'),
    nextBillingAt: instant('next_billing_at'),
    endsAt: instant('ends_at'),
    /** The business that changes its plan by it, or whose account it made. */
    tenantId: uuid('tenant_id').$type<TenantId>(),
    usedAt: instant('used_at'),
    /** When its payer was told by mail how to go on. */
    remindedAt: instant('reminded_at'),
    /** Numbers the reads of its state at Stripe: of two reads the one that began later is stored. */
    readNumber: integer('read_number').notNull().default(0),
    storedRead: integer('stored_read').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    paidAt: instant('paid_at'),
    /** When its payment was given back, or taken back by a dispute: since then it gives no plan. */
    refundedAt: instant('refunded_at'),
  },
  (t) => [
    index('checkout_by_subscription').on(t.stripeSubscriptionId),
    index('checkout_unused').on(t.paidAt),
    index('checkout_by_tenant').on(t.tenantId),
  ],
)
export type CheckoutRow = typeof checkout.$inferSelect

/** The events of Stripe that were handled, by their id. */
export const stripeEvent = auth.table(
  'stripe_event',
  { id: text('id').primaryKey(), type: text('type').notNull(), handledAt: instant('handled_at').notNull() },
  (t) => [index('stripe_event_by_time').on(t.handledAt)],
)
