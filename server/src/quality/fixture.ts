import { randomUUID } from 'node:crypto'
import type { QualityRunId, TestQuestionId } from '#contracts/ids.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { insertResult, insertRun, insertTestQuestionRow } from './queries.ts'

/** Inserts a test question and one finished run that it passed. */
export const makeTestQuestion = (
  tenant: Tenant,
  question = 'How long can I return a bike?',
): Promise<{ questionId: TestQuestionId; runId: QualityRunId }> =>
  tenant.tx(async (t) => {
    const questionId = randomUUID() as TestQuestionId
    const runId = randomUUID() as QualityRunId
    await insertTestQuestionRow(t, {
      id: questionId,
      question,
      expected: { kind: 'person' },
      createdAt: t.now,
      updatedAt: t.now,
    })
    await insertRun(t, { id: runId, state: 'done', trigger: 'manual', total: 1, finishedAt: t.now })
    await insertResult(t, runId, questionId, {
      verdict: 'passed',
      answer: 'A person answers that.',
      sources: [],
      confidence: null,
      reason: null,
    })
    return { questionId, runId }
  })
