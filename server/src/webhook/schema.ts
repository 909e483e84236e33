import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { WebhookDeliveryId, WebhookId } from '#contracts/ids.ts'
import type { DeliveryFault, DeliveryState, WebhookState } from '#contracts/webhook/webhook.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'

/** An address of a business that receives its events. */
export const webhook = pgTable(
  'webhook',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<WebhookId>().notNull(),
    url: text('url').notNull(),
    events: text('events').array().notNull(),
    state: text('state').$type<WebhookState>().notNull().default('on'),
    version: integer('version').notNull().default(1),
    /** The secret is derived from its number; the one before signs too for a day. */
    secretGeneration: integer('secret_generation').notNull().default(1),
    secretAt: instant('secret_at').notNull(),
    /** Attempts that failed one after the other, over all its deliveries. */
    failures: integer('failures').notNull().default(0),
    failingSince: instant('failing_since'),
    /** After several failures in a row nothing is sent before. */
    retryAt: instant('retry_at'),
    lastSuccessAt: instant('last_success_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [isolated(), primaryKey({ columns: [t.tenantId, t.id] })],
)
export type WebhookRow = typeof webhook.$inferSelect

/** One event on its way to one address: written in the transaction of the event, so that none is lost and none is sent of what was undone. */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    tenantId: tenantId(),
    id: uuid('id').$type<WebhookDeliveryId>().notNull().defaultRandom(),
    /** The order of the events: those of one ticket are sent one after the other. */
    seq: bigint('seq', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    webhookId: uuid('webhook_id').$type<WebhookId>().notNull(),
    event: text('event').notNull(),
    eventVersion: integer('event_version').notNull(),
    /** The ticket, chat or customer it is about; null: its order does not matter. */
    orderKey: uuid('order_key'),
    payload: jsonb('payload').notNull(),
    /** Sent by the button, also where the webhook is off. */
    isTest: boolean('is_test').notNull().default(false),
    state: text('state').$type<DeliveryState>().notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** From when its day of attempts counts: its event, or its replay. */
    beganAt: instant('began_at').notNull(),
    dueAt: instant('due_at').notNull(),
    /** Until when one process sends it. */
    claimedUntil: instant('claimed_until'),
    createdAt: instant('created_at').notNull(),
    attemptedAt: instant('attempted_at'),
    status: integer('status'),
    durationMs: integer('duration_ms'),
    fault: text('fault').$type<DeliveryFault>(),
    answer: text('answer'),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.webhookId], foreignColumns: [webhook.tenantId, webhook.id] }).onDelete(
      'cascade',
    ),
    index('webhook_delivery_log').on(t.tenantId, t.webhookId, t.seq),
    index('webhook_delivery_pending').on(t.tenantId, t.webhookId, t.seq).where(sql`state = 'pending'`),
    index('webhook_delivery_order').on(t.tenantId, t.webhookId, t.orderKey, t.seq).where(sql`state = 'pending'`),
    index('webhook_delivery_by_age').on(t.createdAt),
  ],
)
export type WebhookDeliveryRow = typeof webhookDelivery.$inferSelect
