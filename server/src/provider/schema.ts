import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ConversationId, GuestId, MessageId, TenantId, UserId } from '#contracts/ids.ts'
import type { FirstProvider, KeyStatus, ResponsePriority } from '#contracts/provider/api-settings.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'
import type { ModelRequest } from './model-request.ts'

/** A tenant's provider: encrypted key, model and price. A provider without a row has the defaults. */
export const aiProvider = pgTable(
  'ai_provider',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    provider: text('provider').$type<ProviderId>().notNull(),
    /** AES-256-GCM, bound to this row (`platform/secrets/encrypt.ts`). */
    encryptedKey: text('encrypted_key'),
    keyEnd: text('key_end'),
    /** Identifies the current key: a status found with an older key is ignored. */
    keyChangedAt: instant('key_changed_at'),
    /** The result of the last call with this key. */
    status: text('status').$type<KeyStatus>().notNull().default('untested'),
    checkedAt: instant('checked_at'),
    model: text('model'),
    baseUrl: text('base_url'),
    /** The tenant's price in cents per million tokens; both or neither. */
    inputCents: doublePrecision('input_cents'),
    outputCents: doublePrecision('output_cents'),
  },
  (t) => [isolated(), primaryKey({ columns: [t.tenantId, t.provider] })],
)
export type ProviderRow = typeof aiProvider.$inferSelect

/** The order of providers and the budgets. A tenant without a row has the defaults. */
export const aiPolicy = pgTable(
  'ai_policy',
  {
    tenantId: tenantId()
      .primaryKey()
      .references(() => tenant.id, { onDelete: 'cascade' }),
    providerOrder: text('provider_order').array().$type<ProviderId[]>().notNull(),
    firstProvider: text('first_provider').$type<FirstProvider>().notNull().default('by_task'),
    responsePriority: text('response_priority').$type<ResponsePriority>().notNull(),
    guestDailyCents: integer('guest_daily_cents'),
    tenantDailyCents: integer('tenant_daily_cents'),
    cheaperFromPercent: integer('cheaper_from_percent').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    updatedBy: uuid('updated_by').$type<UserId>(),
    updatedByName: text('updated_by_name'),
  },
  () => [isolated()],
)
export type PolicyRow = typeof aiPolicy.$inferSelect

/** Every call of a model, including failed ones. Rows outlive their conversation, because the cost remains. */
export const aiAttempt = pgTable(
  'ai_attempt',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    purpose: text('purpose').$type<ModelRequest['purpose'] | 'test'>().notNull(),
    conversationId: uuid('conversation_id').$type<ConversationId>(),
    messageId: uuid('message_id').$type<MessageId>(),
    guestId: uuid('guest_id').$type<GuestId>(),
    agentId: uuid('agent_id'),
    provider: text('provider').$type<ProviderId>().notNull(),
    model: text('model').notNull(),
    /** The position among the request's calls, from 1. */
    position: integer('position').notNull(),
    /** Null: the call succeeded. */
    fault: text('fault'),
    inputTokens: integer('input_tokens').notNull(),
    outputTokens: integer('output_tokens').notNull(),
    /** The provider did not report all tokens: those that are missing are estimated by characters. */
    isEstimated: boolean('is_estimated').notNull().default(false),
    /** Millionths of a cent. */
    costMicroCents: bigint('cost_micro_cents', { mode: 'number' }).notNull(),
    priceVersion: text('price_version'),
    firstTokenMs: integer('first_token_ms'),
    latencyMs: integer('latency_ms').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('attempt_by_time').on(t.tenantId, t.at),
    index('attempt_by_conversation').on(t.tenantId, t.conversationId, t.at),
  ],
)
export type AttemptRow = typeof aiAttempt.$inferSelect

/** The cost of a day so far: one row for the tenant (under its own id) and one for each guest. */
export const aiSpending = pgTable(
  'ai_spending',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    /** In the tenant's time zone. */
    day: date('day', { mode: 'string' }).notNull(),
    subjectId: uuid('subject_id').$type<TenantId | GuestId>().notNull(),
    microCents: bigint('micro_cents', { mode: 'number' }).notNull(),
  },
  (t) => [isolated(), primaryKey({ columns: [t.tenantId, t.day, t.subjectId] })],
)
