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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { RuleConditions, RunDetail, RunOutcome, TimeCondition } from '#contracts/automation/rule.ts'
import type { SlaPolicy } from '#contracts/automation/sla.ts'
import type { RuleTrigger } from '#contracts/automation/trigger.ts'
import type { Priority } from '#contracts/conversation/escalation.ts'
import type { AutomationRuleId, AutomationRunId, TicketId } from '#contracts/ids.ts'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import type { TicketAction } from '#contracts/ticket/ticket-action.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'
import { ticket } from '#server/ticket/schema.ts'

/**
 * What the automation of a business listens to, in one row: the agreed times, and which triggers its rules have that are on. A change of a
 * ticket is stored for the automation only where this row asks for it.
 */
export const automationSetting = pgTable(
  'automation_setting',
  {
    tenantId: tenantId()
      .primaryKey()
      .references(() => tenant.id, { onDelete: 'cascade' }),
    slaIsOn: boolean('sla_is_on').notNull().default(false),
    /** Null: never saved, the defaults. */
    slaPolicy: jsonb('sla_policy').$type<SlaPolicy>(),
    slaVersion: integer('sla_version').notNull().default(1),
    triggers: text('triggers').array().$type<RuleTrigger[]>().notNull().default([]),
  },
  () => [isolated()],
)

/** A rule of a business: when this happens to a ticket, if it is like that, then do this. */
export const automationRule = pgTable(
  'automation_rule',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<AutomationRuleId>().notNull(),
    name: text('name').notNull(),
    isOn: boolean('is_on').notNull().default(false),
    /** Rules run in this order. */
    position: integer('position').notNull(),
    trigger: text('trigger').$type<RuleTrigger>().notNull(),
    /** Of a rule over time: how long after what. */
    time: jsonb('time').$type<TimeCondition>(),
    conditions: jsonb('conditions').$type<RuleConditions>().notNull(),
    actions: jsonb('actions').$type<TicketAction[]>().notNull(),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('automation_rule_on').on(t.tenantId, t.trigger, t.position).where(sql`is_on`),
  ],
)
export type AutomationRuleRow = typeof automationRule.$inferSelect

/**
 * Up to where a rule over time has looked at what its time counts from, in the order of time: each minute it looks at what was due since.
 * Without a row, for a rule that was switched on or changed, it looks at everything once.
 */
export const automationTimePosition = pgTable(
  'automation_time_position',
  {
    tenantId: tenantId(),
    ruleId: uuid('rule_id').$type<AutomationRuleId>().notNull(),
    at: instant('at').notNull(),
    /** Of the ticket or the message at that time: many have the same. */
    id: uuid('id').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.ruleId] }),
    foreignKey({
      columns: [t.tenantId, t.ruleId],
      foreignColumns: [automationRule.tenantId, automationRule.id],
    }).onDelete('cascade'),
  ],
)

/**
 * What happened to tickets and is still to be worked on, in its order: written in the transaction of the change, deleted in that of its
 * effects. So nothing is lost or done twice, whenever a process ends.
 */
export const automationEvent = pgTable(
  'automation_event',
  {
    tenantId: tenantId(),
    id: bigint('id', { mode: 'number' }).generatedByDefaultAsIdentity().notNull(),
    ticketId: uuid('ticket_id').$type<TicketId>().notNull(),
    triggers: text('triggers').array().$type<RuleTrigger[]>().notNull(),
    /** Of the ticket at that time. */
    status: text('status').$type<TicketStatus>().notNull(),
    priority: text('priority').$type<Priority>().notNull(),
    at: instant('at').notNull(),
    /** What began with one change from outside is a chain; each effect of a rule is one deeper. */
    chainId: uuid('chain_id').notNull(),
    depth: integer('depth').notNull().default(0),
    /** Of a rule over time: this rule alone is due, by the time since this instant. */
    ruleId: uuid('rule_id').$type<AutomationRuleId>(),
    since: instant('since'),
    attempts: integer('attempts').notNull().default(0),
    retryAt: instant('retry_at').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.ticketId], foreignColumns: [ticket.tenantId, ticket.id] }).onDelete('cascade'),
    index('automation_event_of_ticket').on(t.tenantId, t.ticketId),
    index('automation_event_due').on(t.retryAt, t.id),
  ],
)
export type AutomationEventRow = typeof automationEvent.$inferSelect

/** What rules did, or why one was stopped. Rule and ticket may be deleted; the log stays. */
export const automationRun = pgTable(
  'automation_run',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<AutomationRunId>().notNull(),
    ruleId: uuid('rule_id').$type<AutomationRuleId>().notNull(),
    ruleName: text('rule_name').notNull(),
    ticketId: uuid('ticket_id').$type<TicketId>().notNull(),
    ticketNumber: integer('ticket_number').notNull(),
    trigger: text('trigger').$type<RuleTrigger>().notNull(),
    chainId: uuid('chain_id').notNull(),
    depth: integer('depth').notNull(),
    outcome: text('outcome').$type<RunOutcome>().notNull(),
    detail: jsonb('detail').$type<RunDetail>().notNull(),
    since: instant('since'),
    at: instant('at').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('automation_run_to_delete').on(t.at),
    index('automation_run_by_time').on(t.tenantId, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('automation_run_by_rule').on(t.tenantId, t.ruleId, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('automation_run_on_ticket').on(t.tenantId, t.ticketId, t.ruleId, t.at.desc().nullsFirst()),
    // A rule acts once on a ticket in one chain.
    uniqueIndex('automation_run_once').on(t.tenantId, t.chainId, t.ruleId, t.ticketId).where(sql`outcome = 'applied'`),
  ],
)
export type AutomationRunRow = typeof automationRun.$inferSelect
