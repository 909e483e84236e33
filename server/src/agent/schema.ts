import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AgentStatus, AgentType } from '#contracts/agent/agent.ts'
import type { ActionMethod, ActionParameter } from '#contracts/agent/agent-action.ts'
import type { ActionRequestId, AgentActionId, AgentId, ConversationId } from '#contracts/ids.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import { conversation } from '#server/conversation/schema.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'

/** An AI agent: its name, personality, purpose and, optionally, its own model. */
export const agent = pgTable(
  'agent',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<AgentId>().notNull(),
    /** The default agent it was created as; null for a custom agent. */
    defaultType: text('default_type').$type<AgentType>(),
    name: text('name').notNull(),
    type: text('type').$type<AgentType>().notNull(),
    description: text('description').notNull(),
    provider: text('provider').$type<ProviderId>(),
    model: text('model'),
    status: text('status').$type<AgentStatus>().notNull(),
    capabilities: text('capabilities').array().notNull(),
    personality: text('personality').notNull(),
    specializations: text('specializations').array().notNull(),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('agent_by_default').on(t.tenantId, t.defaultType),
  ],
)
export type AgentRow = typeof agent.$inferSelect

/** An agent's answers in one conversation; the metrics are sums over these rows. Demo conversations have none. */
export const agentWork = pgTable(
  'agent_work',
  {
    tenantId: tenantId(),
    agentId: uuid('agent_id').$type<AgentId>().notNull(),
    conversationId: uuid('conversation_id').$type<ConversationId>().notNull(),
    answers: integer('answers').notNull(),
    /** The answers that helped, and those that failed. */
    helped: integer('helped').notNull(),
    failed: integer('failed').notNull(),
    latencyMs: integer('latency_ms').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.conversationId, t.agentId] }),
    index('agent_work_by_time').on(t.tenantId, t.lastAt.desc().nullsFirst()),
    foreignKey({ columns: [t.tenantId, t.agentId], foreignColumns: [agent.tenantId, agent.id] }).onDelete('cascade'),
    foreignKey({
      columns: [t.tenantId, t.conversationId],
      foreignColumns: [conversation.tenantId, conversation.id],
    }).onDelete('cascade'),
  ],
)

/** An HTTP action of an agent. Header values are encrypted together as one JSON text. */
export const agentAction = pgTable(
  'agent_action',
  {
    tenantId: tenantId(),
    id: uuid('id').$type<AgentActionId>().notNull(),
    agentId: uuid('agent_id').$type<AgentId>().notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    method: text('method').$type<ActionMethod>().notNull(),
    url: text('url').notNull(),
    parameters: jsonb('parameters').$type<ActionParameter[]>().notNull(),
    encryptedHeaders: text('encrypted_headers'),
    headerNames: text('header_names').array().notNull(),
    needsConfirmation: boolean('needs_confirmation').notNull(),
    isEnabled: boolean('is_enabled').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('agent_action_by_name').on(t.tenantId, t.agentId, t.name),
    foreignKey({ columns: [t.tenantId, t.agentId], foreignColumns: [agent.tenantId, agent.id] }).onDelete('cascade'),
  ],
)
export type ActionRow = typeof agentAction.$inferSelect

/** An action that needs confirmation by a member, and its result. */
export const actionRequest = pgTable(
  'action_request',
  {
    tenantId: tenantId(),
    id: uuid('id').$type<ActionRequestId>().notNull(),
    actionId: uuid('action_id').$type<AgentActionId>().notNull(),
    conversationId: uuid('conversation_id').$type<ConversationId>(),
    input: jsonb('input').$type<Record<string, string | number | boolean>>().notNull(),
    status: text('status').$type<'pending' | 'done' | 'failed' | 'refused'>().notNull(),
    result: text('result'),
    decidedBy: text('decided_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('action_request_by_time').on(t.tenantId, t.createdAt.desc().nullsFirst()),
    foreignKey({ columns: [t.tenantId, t.actionId], foreignColumns: [agentAction.tenantId, agentAction.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      columns: [t.tenantId, t.conversationId],
      foreignColumns: [conversation.tenantId, conversation.id],
    }).onDelete('cascade'),
  ],
)
export type ActionRequestRow = typeof actionRequest.$inferSelect
