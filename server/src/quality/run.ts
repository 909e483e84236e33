import type { QualityRunId } from '#contracts/ids.ts'
import type { TestResultView } from '#contracts/quality/quality.ts'
import { chooseAgent } from '#server/agent/service.ts'
import { askAssistant } from '#server/assistant/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { judge } from './judge.ts'
import { changeRun, findRun, insertResult, readAllQuestions } from './queries.ts'
import type { TestQuestionRow } from './schema.ts'

/** Words of an answer that are kept. */
const KEPT_ANSWER = 2000

/** Asks every test question as a customer would and keeps what came. A run that was cut goes on where it stopped. */
export async function runQuestions(tenant: Tenant, runId: QualityRunId): Promise<void> {
  const { row, questions } = await tenant.read(async (t) => ({
    row: await findRun(t, runId),
    questions: await readAllQuestions(t),
  }))
  if (row?.state !== 'running') return
  for (const question of questions.slice(row.done)) {
    const result = await ask(tenant, question)
    await tenant.tx((t) => insertResult(t, runId, question.id, result))
  }
  await tenant.tx((t) => changeRun(t, runId, { state: 'done', finishedAt: t.now }))
}

/** Ends a run that could not be finished, so that it does not look as if it still went on. */
export const failRun = (tenant: Tenant, runId: QualityRunId): Promise<void> =>
  tenant.tx(async (t) => {
    await changeRun(t, runId, { state: 'failed', finishedAt: t.now })
  })

async function ask(tenant: Tenant, { question, expected }: TestQuestionRow): Promise<TestResultView> {
  try {
    const agent = await tenant.tx((t) =>
      chooseAgent(t, { text: question, context: 'general', failedAttempts: 0, previous: null }),
    )
    const asked = await askAssistant(tenant, { text: question, agent })
    const judged = judge(expected, {
      isAnswered: asked.outcome === 'answered',
      text: asked.text,
      sources: asked.sources,
    })
    return {
      ...judged,
      answer: asked.text.slice(0, KEPT_ANSWER),
      sources: asked.sources.map(({ kind, id, title }) => ({ kind, id, title })),
      confidence: asked.confidence,
    }
  } catch (error) {
    tenant.platform.log.warn({ err: error }, 'a test question could not be asked')
    return { verdict: 'error', reason: 'error', answer: '', sources: [], confidence: null }
  }
}
