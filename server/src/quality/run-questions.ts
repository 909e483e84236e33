import type { QualityRunId } from '#contracts/ids.ts'
import type { TestResultView } from '#contracts/quality/test-question.ts'
import { chooseAgent, ensureDefaultAgents } from '#server/agent/service.ts'
import { askAssistant } from '#server/assistant/service.ts'
import { detectLanguage } from '#server/language/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { evaluateAnswer } from './evaluate-answer.ts'
import { findRun, insertResult, listAllTestQuestions, updateRun } from './queries.ts'
import type { TestQuestionRow } from './schema.ts'

/** Characters of an answer that are stored. */
const MAX_ANSWER_CHARS = 2000

/** Asks every test question as a customer would and stores the results. An interrupted run continues where it stopped. */
export async function runQuestions(tenant: Tenant, runId: QualityRunId): Promise<void> {
  const { row, questions } = await tenant.read(async (t) => ({
    row: await findRun(t, runId),
    questions: await listAllTestQuestions(t),
  }))
  if (row?.state !== 'running') return
  for (const question of questions.slice(row.done)) {
    const result = await askTestQuestion(tenant, question)
    await tenant.tx((t) => insertResult(t, runId, question.id, result))
  }
  await tenant.tx((t) => updateRun(t, runId, { state: 'done', finishedAt: t.now }))
}

/** Marks a run as failed when its job has used up its attempts. */
export const failRun = (tenant: Tenant, runId: QualityRunId): Promise<void> =>
  tenant.tx(async (t) => {
    await updateRun(t, runId, { state: 'failed', finishedAt: t.now })
  })

async function askTestQuestion(tenant: Tenant, { question, expected }: TestQuestionRow): Promise<TestResultView> {
  try {
    const agents = await tenant.tx(ensureDefaultAgents)
    const language = detectLanguage(question) ?? 'en'
    const asking = { text: question, language, context: 'general', failedAttempts: 0, previous: null } as const
    const agent = await chooseAgent(tenant, agents, asking)
    const asked = await askAssistant(tenant, { text: question, agent })
    const evaluated = evaluateAnswer(expected, {
      isAnswered: asked.outcome === 'answered',
      text: asked.text,
      sources: asked.sources,
    })
    return {
      ...evaluated,
      answer: asked.text.slice(0, MAX_ANSWER_CHARS),
      sources: asked.sources.map(({ kind, id, title }) => ({ kind, id, title })),
      confidence: asked.confidence,
    }
  } catch (error) {
    tenant.platform.log.warn({ err: error }, 'a test question could not be asked')
    return { verdict: 'error', reason: 'error', answer: '', sources: [], confidence: null }
  }
}
