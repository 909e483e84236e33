import type { MessageId, TestQuestionId } from '#contracts/ids.ts'
import type { QualityRunView } from '#contracts/quality/quality-run.ts'
import type { Expectation, TestOrigin, TestQuestionView } from '#contracts/quality/test-question.ts'
import * as m from '#i18n/messages.js'
import { getAnswer } from '#server/conversation/service.ts'
import { readSourceTitles } from '#server/knowledge/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { createOnce, isSameContent } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { text } from '#server/platform/text/message.ts'
import { lockTenant } from '#server/tenant/service.ts'
import { createRun } from './create-run.ts'
import { runQuality } from './jobs.ts'
import { EDIT_TEST_QUESTIONS } from './policy.ts'
import {
  countTestQuestions,
  deleteTestQuestionRow,
  findTestQuestion,
  insertTestQuestionRow,
  updateTestQuestionRow,
} from './queries.ts'
import { presentTestQuestion } from './reads.ts'

/** More questions would make a run slow and expensive. */
const MAX_QUESTIONS = 500

/** An expected source must belong to the tenant. */
async function assertSourceExists(t: Tx, expected: Expectation): Promise<void> {
  if (expected.kind !== 'source') return
  const titles = await readSourceTitles(t, [expected.source])
  if (titles.size === 0) throw notFound('source')
}

type New = { id: TestQuestionId; question: string; expected: Expectation }

/** Adds a test question. The same request again gives the same question; throws conflict beyond 500 questions. */
export const createTestQuestion = (tenant: Tenant, actor: Member, given: New): Promise<TestQuestionView> =>
  insertOnce(tenant, actor, given.id, async () => ({ ...given, origin: 'manual', messageId: null }))

type NewRow = New & { origin: TestOrigin; messageId: MessageId | null }

const insertOnce = (
  tenant: Tenant,
  actor: Member,
  id: TestQuestionId,
  rowFor: (t: Tx) => Promise<NewRow>,
): Promise<TestQuestionView> =>
  createOnce(tenant, {
    create: async (t) => insertTestQuestion(t, actor, await rowFor(t)),
    findSame: async (t) => {
      const row = await findTestQuestion(t, id)
      return row && isSameContent(await rowFor(t), row) ? presentTestQuestion(t, row) : null
    },
    conflict: () => conflict(m.error_quality_id_taken),
  })

async function insertTestQuestion(t: Tx, actor: Member, wanted: NewRow): Promise<TestQuestionView> {
  await assertSourceExists(t, wanted.expected)
  requireRole(actor, EDIT_TEST_QUESTIONS)
  await lockTenant(t)
  const row = await insertTestQuestionRow(t, wanted)
  if ((await countTestQuestions(t)) > MAX_QUESTIONS) throw conflict(text(m.error_quality_full, { max: MAX_QUESTIONS }))
  return presentTestQuestion(t, row)
}

/** Longer questions of customers are cut: a test question is one line of text. */
const MAX_QUESTION = 500

/** Creates a test question from an answer; by default the expected result is a handover to a person. */
export const createTestQuestionFromMessage = (
  tenant: Tenant,
  actor: Member,
  given: { id: TestQuestionId; messageId: MessageId; origin: TestOrigin; expected?: Expectation | undefined },
): Promise<TestQuestionView> => {
  const { id, messageId, origin, expected = { kind: 'person' } } = given
  return insertOnce(tenant, actor, id, async (t) => {
    const { question } = await getAnswer(t, actor, messageId)
    const line = question.replace(/\s+/g, ' ').trim().slice(0, MAX_QUESTION)
    if (line === '') throw conflict(m.error_quality_no_question)
    return { id, question: line, expected, origin, messageId }
  })
}

/** Changes question or expectation; existing results stay in their runs. */
export const changeTestQuestion = (
  tenant: Tenant,
  actor: Member,
  id: TestQuestionId,
  given: { question?: string | undefined; expected?: Expectation | undefined },
): Promise<TestQuestionView> =>
  tenant.tx(async (t) => {
    if (!(await findTestQuestion(t, id))) throw notFound('test question')
    if (given.expected) await assertSourceExists(t, given.expected)
    requireRole(actor, EDIT_TEST_QUESTIONS)
    const { question, expected } = given
    const row = await updateTestQuestionRow(t, id, {
      ...(question ? { question } : {}),
      ...(expected ? { expected } : {}),
    })
    if (!row) throw notFound('test question')
    return presentTestQuestion(t, row)
  })

export const deleteTestQuestion = (tenant: Tenant, actor: Member, id: TestQuestionId): Promise<{ ok: true }> =>
  tenant.tx(async (t) => {
    if (!(await findTestQuestion(t, id))) throw notFound('test question')
    requireRole(actor, EDIT_TEST_QUESTIONS)
    await deleteTestQuestionRow(t, id)
    return { ok: true }
  })

/** Starts a run of all questions; returns the running one if there is one. Throws conflict when there are no questions. */
export const startQualityRun = (tenant: Tenant, actor: Member): Promise<QualityRunView> => {
  requireRole(actor, EDIT_TEST_QUESTIONS)
  return tenant.tx(async (t) => {
    const started = await createRun(t, 'manual', actor.name, runQuality)
    if (!started) throw conflict(m.error_quality_none)
    return started
  })
}
