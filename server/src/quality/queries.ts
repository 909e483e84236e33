import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { QualityRunId, TestQuestionId } from '#contracts/ids.ts'
import type { TestResultView, Verdict } from '#contracts/quality/test-question.ts'
import { afterPosition, type NewestFirstPosition } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type QualityRunRow, qualityRun, type TestQuestionRow, testQuestion, testResult } from './schema.ts'

const one = <Row>(rows: Row[]): Row | null => rows[0] ?? null
const byId = (t: Tx, id: TestQuestionId) => and(eq(testQuestion.tenantId, t.tenantId), eq(testQuestion.id, id))

export const insertTestQuestionRow = async (
  t: Tx,
  row: Omit<typeof testQuestion.$inferInsert, 'tenantId'>,
): Promise<TestQuestionRow> =>
  (
    await t.db
      .insert(testQuestion)
      .values({ ...row, tenantId: t.tenantId, createdAt: t.now, updatedAt: t.now })
      .returning()
  )[0]!

export const findTestQuestion = async (t: Tx, id: TestQuestionId): Promise<TestQuestionRow | null> =>
  one(await t.db.select().from(testQuestion).where(byId(t, id)))

export const updateTestQuestionRow = async (
  t: Tx,
  id: TestQuestionId,
  change: Partial<Pick<TestQuestionRow, 'question' | 'expected'>>,
): Promise<TestQuestionRow | null> =>
  one(
    await t.db
      .update(testQuestion)
      .set({ ...change, updatedAt: t.now })
      .where(byId(t, id))
      .returning(),
  )

export const deleteTestQuestionRow = (t: Tx, id: TestQuestionId) => t.db.delete(testQuestion).where(byId(t, id))

export const countTestQuestions = async (t: Tx): Promise<number> =>
  (await t.sql<{ n: number }>('SELECT count(*)::int AS n FROM test_question WHERE tenant_id = $1', [t.tenantId]))[0]
    ?.n ?? 0

export const listTestQuestionRows = (
  t: Tx,
  after: NewestFirstPosition | null,
  limit: number,
): Promise<TestQuestionRow[]> =>
  t.db
    .select()
    .from(testQuestion)
    .where(and(eq(testQuestion.tenantId, t.tenantId), afterPosition(testQuestion.createdAt, testQuestion.id, after)))
    .orderBy(desc(testQuestion.createdAt), desc(testQuestion.id))
    .limit(limit)

/** All of them, oldest first; a tenant has at most 500. */
export const listAllTestQuestions = (t: Tx): Promise<TestQuestionRow[]> =>
  t.db
    .select()
    .from(testQuestion)
    .where(eq(testQuestion.tenantId, t.tenantId))
    .orderBy(asc(testQuestion.createdAt), asc(testQuestion.id))

export const listRuns = (t: Tx, limit: number): Promise<QualityRunRow[]> =>
  t.db
    .select()
    .from(qualityRun)
    .where(eq(qualityRun.tenantId, t.tenantId))
    .orderBy(desc(qualityRun.startedAt), desc(qualityRun.id))
    .limit(limit)

export const findRun = async (t: Tx, id: QualityRunId): Promise<QualityRunRow | null> =>
  one(
    await t.db
      .select()
      .from(qualityRun)
      .where(and(eq(qualityRun.tenantId, t.tenantId), eq(qualityRun.id, id))),
  )

export const insertRun = async (t: Tx, row: Omit<typeof qualityRun.$inferInsert, 'tenantId'>): Promise<QualityRunRow> =>
  (
    await t.db
      .insert(qualityRun)
      .values({ ...row, tenantId: t.tenantId, startedAt: t.now })
      .returning()
  )[0]!

export const updateRun = (t: Tx, id: QualityRunId, change: Partial<Pick<QualityRunRow, 'state' | 'finishedAt'>>) =>
  t.db
    .update(qualityRun)
    .set(change)
    .where(and(eq(qualityRun.tenantId, t.tenantId), eq(qualityRun.id, id)))

/** Inserts a result and updates the run's counts; does nothing when the question was deleted meanwhile. */
export async function insertResult(t: Tx, runId: QualityRunId, id: TestQuestionId, result: TestResultView) {
  const written = await t.db
    .insert(testResult)
    .select(
      sql`SELECT ${t.tenantId}::uuid, ${runId}::uuid, id, ${JSON.stringify(result)}::jsonb, ${t.now.toISOString()}::timestamptz
          FROM test_question WHERE tenant_id = ${t.tenantId} AND id = ${id}`,
    )
    .onConflictDoNothing()
    .returning({ id: testResult.testQuestionId })
  if (written.length === 0) return
  await t.db
    .update(qualityRun)
    .set({
      done: sql`${qualityRun.done} + 1`,
      passed: sql`${qualityRun.passed} + ${result.verdict === 'passed' ? 1 : 0}`,
    })
    .where(and(eq(qualityRun.tenantId, t.tenantId), eq(qualityRun.id, runId)))
}

export type Newest = { test_question_id: TestQuestionId; result: TestResultView; before: Verdict | null }

/** The newest result of each question, and the previous verdict. */
export const listNewestResults = (t: Tx, ids: TestQuestionId[]): Promise<Newest[]> =>
  t.sql<Newest>(
    `SELECT q.id AS test_question_id, r.results[1] AS result, r.results[2] ->> 'verdict' AS before
     FROM unnest($2::uuid[]) AS q (id)
     CROSS JOIN LATERAL (
       SELECT array_agg(result ORDER BY at DESC) AS results FROM (
         SELECT result, at FROM test_result WHERE tenant_id = $1 AND test_question_id = q.id ORDER BY at DESC LIMIT 2) two) r
     WHERE r.results IS NOT NULL`,
    [t.tenantId, ids],
  )

/** Deletes all but the newest runs, with their results. */
export const deleteOldRuns = (t: Tx, keep: number) =>
  t.sql(
    `DELETE FROM quality_run WHERE tenant_id = $1 AND id NOT IN
       (SELECT id FROM quality_run WHERE tenant_id = $1 ORDER BY started_at DESC, id DESC LIMIT $2)`,
    [t.tenantId, keep],
  )
