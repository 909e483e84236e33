import type { z } from 'zod'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { previewFaq } from '#contracts/quality/faq-preview.ts'
import type { Verdict } from '#contracts/quality/test-question.ts'
import { compareKnowledge, type KnowledgeSearchResult, readSourceTitles } from '#server/knowledge/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { readTenant } from '#server/tenant/service.ts'
import { evaluateAnswer } from './evaluate-answer.ts'
import { EDIT_TEST_QUESTIONS } from './policy.ts'
import { listAllTestQuestions } from './queries.ts'
import type { TestQuestionRow } from './schema.ts'

/** A preview asks only the newest questions, because the editor waits for it. */
const ASKED = 100
const SHOWN = 20

/**
 * Compares the test questions' results on the current knowledge with those after the given change (or deletion) of a FAQ, by
 * retrieval only: no model is called and nothing is stored.
 */
export async function previewFaqChange(
  tenant: Tenant,
  actor: Member,
  { faqId, faq }: z.output<typeof previewFaq.body>,
): Promise<ReplyOf<typeof previewFaq>> {
  const { questions, threshold } = await tenant.read(async (t) => {
    if (faqId && (await readSourceTitles(t, [{ kind: 'faq', id: faqId }])).size === 0) throw notFound('FAQ')
    requireRole(actor, EDIT_TEST_QUESTIONS)
    const { confidenceThreshold } = (await readTenant(t)).aiSettings
    return { questions: (await listAllTestQuestions(t)).slice(-ASKED), threshold: confidenceThreshold }
  })
  if (questions.length === 0) return { total: 0, passedBefore: 0, passedAfter: 0, changed: [] }
  const asked = questions.map(({ question }) => question)
  const found = await compareKnowledge(tenant, { faqId, faq }, asked)
  const judged = questions.map((question, at) => ({
    question: question.question,
    before: verdictOf(question, found[at]!.before, threshold),
    after: verdictOf(question, found[at]!.after, threshold),
  }))
  const passed = (side: 'before' | 'after') => judged.filter((one) => one[side] === 'passed').length
  return {
    total: questions.length,
    passedBefore: passed('before'),
    passedAfter: passed('after'),
    changed: judged.filter(({ before, after }) => before !== after).slice(0, SHOWN),
  }
}

function verdictOf(
  { expected }: TestQuestionRow,
  { confidence, found }: KnowledgeSearchResult,
  threshold: number,
): Verdict {
  const [best] = found
  const isAnswered = best !== undefined && confidence >= threshold
  return evaluateAnswer(expected, { isAnswered, text: best?.answer ?? '', sources: best ? [best.source] : [] }).verdict
}
