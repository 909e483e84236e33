import type { QualityRunView } from '#contracts/quality/quality-run.ts'
import type { TestQuestionView } from '#contracts/quality/test-question.ts'
import type { Newest } from './queries.ts'
import type { QualityRunRow, TestQuestionRow } from './schema.ts'

export const presentRun = (row: QualityRunRow): QualityRunView => ({
  id: row.id,
  state: row.state,
  trigger: row.trigger,
  startedByName: row.startedByName,
  total: row.total,
  done: row.done,
  passed: row.passed,
  startedAt: row.startedAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
})

/** A test question with its newest result; `title` is the current title of the expected source. */
export const presentQuestion = (
  row: TestQuestionRow,
  title: string | null,
  newest: Newest | undefined,
): TestQuestionView => ({
  id: row.id,
  question: row.question,
  expected: row.expected,
  expectedTitle: title,
  origin: row.origin,
  latest: newest?.result ?? null,
  before: newest?.before ?? null,
  createdAt: row.createdAt.toISOString(),
})
