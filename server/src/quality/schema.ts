import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { MessageId, QualityRunId, TestQuestionId } from '#contracts/ids.ts'
import type { QualityRunView } from '#contracts/quality/quality-run.ts'
import type { Expectation, TestOrigin, TestResultView } from '#contracts/quality/test-question.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'

/** A question with the expected answer, for regression tests of the assistant. */
export const testQuestion = pgTable(
  'test_question',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<TestQuestionId>().notNull(),
    question: text('question').notNull(),
    expected: jsonb('expected').$type<Expectation>().notNull(),
    origin: text('origin').$type<TestOrigin>().notNull().default('manual'),
    /** The answer it was created from. Stays when that conversation is deleted. */
    messageId: uuid('message_id').$type<MessageId>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('test_question_by_time').on(t.tenantId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('test_question_by_message').on(t.tenantId, t.messageId),
  ],
)
export type TestQuestionRow = typeof testQuestion.$inferSelect

/** One run of all test questions. */
export const qualityRun = pgTable(
  'quality_run',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<QualityRunId>().notNull(),
    state: text('state').$type<QualityRunView['state']>().notNull().default('running'),
    trigger: text('trigger').$type<QualityRunView['trigger']>().notNull(),
    startedByName: text('started_by_name'),
    total: integer('total').notNull(),
    done: integer('done').notNull().default(0),
    passed: integer('passed').notNull().default(0),
    startedAt: instant('started_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('quality_run_by_time').on(t.tenantId, t.startedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
)
export type QualityRunRow = typeof qualityRun.$inferSelect

/** The result of one question in one run. */
export const testResult = pgTable(
  'test_result',
  {
    tenantId: tenantId(),
    runId: uuid('run_id').$type<QualityRunId>().notNull(),
    testQuestionId: uuid('test_question_id').$type<TestQuestionId>().notNull(),
    result: jsonb('result').$type<TestResultView>().notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.runId, t.testQuestionId] }),
    foreignKey({ columns: [t.tenantId, t.runId], foreignColumns: [qualityRun.tenantId, qualityRun.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      columns: [t.tenantId, t.testQuestionId],
      foreignColumns: [testQuestion.tenantId, testQuestion.id],
    }).onDelete('cascade'),
    index('test_result_by_question').on(t.tenantId, t.testQuestionId, t.at.desc().nullsFirst()),
  ],
)
