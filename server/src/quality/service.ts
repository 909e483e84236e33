import { isDeepStrictEqual } from 'node:util'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { MessageId, TestQuestionId } from '#contracts/ids.ts'
import type {
  Expectation,
  listTestQuestions,
  QualityRunView,
  TestOrigin,
  TestQuestionView,
} from '#contracts/quality/quality.ts'
import { getAnswer } from '#server/conversation/service.ts'
import { keyOfSource, readTitles } from '#server/knowledge/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { decodeCursor, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { lockTenant } from '#server/tenant/service.ts'
import { begin } from './begin.ts'
import { run } from './jobs.ts'
import { assertCanEdit, canEdit } from './policy.ts'
import { presentQuestion, presentRun } from './present.ts'
import {
  changeQuestionRow,
  countQuestions,
  deleteQuestionRow,
  findQuestion,
  insertQuestion,
  listQuestionRows,
  listRuns,
  newestResults,
} from './queries.ts'
import type { TestQuestionRow } from './schema.ts'

/** More would make a run take minutes and cost money; a good set is small. */
const MAX_QUESTIONS = 500
const SHOWN_RUNS = 10

/** A page of the test questions, newest first, with the newest runs. */
export const list = (
  tenant: Tenant,
  actor: Member,
  query: { cursor?: string | undefined; limit: number },
): Promise<ReplyOf<typeof listTestQuestions>> =>
  tenant.read(async (t) => {
    const rows = await listQuestionRows(t, decodeCursor(query.cursor), query.limit + 1)
    const page = pageFrom(rows, query.limit, ({ createdAt, id }) => ({ at: createdAt, id }))
    return {
      items: await present(t, page.items),
      nextCursor: page.nextCursor,
      total: await countQuestions(t),
      runs: (await listRuns(t, SHOWN_RUNS)).map(presentRun),
      canEdit: canEdit(actor),
    }
  })

async function present(t: Tx, rows: TestQuestionRow[]): Promise<TestQuestionView[]> {
  const sources = rows.flatMap(({ expected }) => (expected.kind === 'source' ? [expected.source] : []))
  const titles = await readTitles(t, sources)
  const newest = new Map(
    (
      await newestResults(
        t,
        rows.map(({ id }) => id),
      )
    ).map((one) => [one.test_question_id, one]),
  )
  return rows.map((row) => {
    const title = row.expected.kind === 'source' ? titles.get(keyOfSource(row.expected.source)) : null
    return presentQuestion(row, title ?? null, newest.get(row.id))
  })
}

const presentOne = async (t: Tx, row: TestQuestionRow): Promise<TestQuestionView> => (await present(t, [row]))[0]!

/** An expected source must be one of the business's own. */
async function assertOwnSource(t: Tx, expected: Expectation): Promise<void> {
  if (expected.kind !== 'source') return
  const titles = await readTitles(t, [expected.source])
  if (titles.size === 0) throw notFound('source')
}

type New = { id: TestQuestionId; question: string; expected: Expectation }

/** Adds a test question. The same id again gives the same question; throws plan_limit beyond 500. */
export const create = (tenant: Tenant, actor: Member, given: New): Promise<TestQuestionView> =>
  tenant.tx((t) => insert(t, actor, { ...given, origin: 'manual', messageId: null }))

async function insert(
  t: Tx,
  actor: Member,
  given: New & { origin: TestOrigin; messageId: MessageId | null },
): Promise<TestQuestionView> {
  await assertOwnSource(t, given.expected)
  assertCanEdit(actor)
  await lockTenant(t)
  if ((await countQuestions(t)) >= MAX_QUESTIONS)
    throw conflict(
      `There are ${MAX_QUESTIONS} test questions already. Remove one that no longer helps, then add this one.`,
    )
  const row = (await insertQuestion(t, given)) ?? (await findQuestion(t, given.id))
  const { question, origin, messageId, expected } = given
  const isSame =
    row?.question === question &&
    row.origin === origin &&
    row.messageId === messageId &&
    isDeepStrictEqual(row.expected, expected)
  if (!row || !isSame) throw conflict('This id belongs to another test question. Start again with a new one.')
  return presentOne(t, row)
}

/** Longer questions of customers are cut: a test question is one line. */
const MAX_QUESTION = 500

/** Makes a test question of a turn that went wrong: by default a person should have been called. */
export const fromMessage = (
  tenant: Tenant,
  actor: Member,
  given: { id: TestQuestionId; messageId: MessageId; origin: TestOrigin; expected?: Expectation | undefined },
): Promise<TestQuestionView> => {
  const { id, messageId, origin, expected = { kind: 'person' } } = given
  return tenant.tx(async (t) => {
    const { question } = await getAnswer(t, actor, messageId)
    const line = question.replace(/\s+/g, ' ').trim().slice(0, MAX_QUESTION)
    if (line === '') throw conflict('No question of the customer stands before this message. Add one by hand.')
    return insert(t, actor, { id, question: line, expected, origin, messageId })
  })
}

/** Changes words or expectation; results so far stay in their runs. */
export const change = (
  tenant: Tenant,
  actor: Member,
  id: TestQuestionId,
  change: { question?: string | undefined; expected?: Expectation | undefined },
): Promise<TestQuestionView> =>
  tenant.tx(async (t) => {
    if (!(await findQuestion(t, id))) throw notFound('test question')
    if (change.expected) await assertOwnSource(t, change.expected)
    assertCanEdit(actor)
    const { question, expected } = change
    const row = await changeQuestionRow(t, id, { ...(question ? { question } : {}), ...(expected ? { expected } : {}) })
    if (!row) throw notFound('test question')
    return presentOne(t, row)
  })

export const remove = (tenant: Tenant, actor: Member, id: TestQuestionId): Promise<{ ok: true }> =>
  tenant.tx(async (t) => {
    if (!(await findQuestion(t, id))) throw notFound('test question')
    assertCanEdit(actor)
    await deleteQuestionRow(t, id)
    return { ok: true }
  })

/** Starts a run of all questions; while one is under way, gives that one. Throws conflict where there is nothing to ask. */
export const startRun = (tenant: Tenant, actor: Member): Promise<QualityRunView> => {
  assertCanEdit(actor)
  return tenant.tx(async (t) => {
    const started = await begin(t, 'manual', actor.name, run)
    if (!started) throw conflict('There are no test questions yet. Add one first.')
    return started
  })
}
