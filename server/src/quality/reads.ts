import type { ReplyOf } from '#contracts/endpoint.ts'
import type * as contract from '#contracts/quality/test-question.ts'
import type { TestQuestionView } from '#contracts/quality/test-question.ts'
import { readSourceTitles, sourceKey } from '#server/knowledge/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { newestFirst, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasRole } from '#server/platform/policy.ts'
import { EDIT_TEST_QUESTIONS } from './policy.ts'
import { presentQuestion, presentRun } from './present.ts'
import { countTestQuestions, listNewestResults, listRuns, listTestQuestionRows } from './queries.ts'
import type { TestQuestionRow } from './schema.ts'

const SHOWN_RUNS = 10

/** A page of the test questions, newest first, with the newest runs. */
export const listTestQuestions = (
  tenant: Tenant,
  actor: Member,
  query: { cursor?: string | undefined; limit: number },
): Promise<ReplyOf<typeof contract.listTestQuestions>> =>
  tenant.read(async (t) => {
    // First: each statement sees later commits, and who reads that a run has ended stops polling and must have its results.
    const runs = await listRuns(t, SHOWN_RUNS)
    const rows = await listTestQuestionRows(t, newestFirst.decode(query.cursor), query.limit + 1)
    const page = pageFrom(rows, query.limit, newestFirst, ({ createdAt, id }) => ({ at: createdAt, id }))
    return {
      items: await presentTestQuestions(t, page.items),
      nextCursor: page.nextCursor,
      total: await countTestQuestions(t),
      runs: runs.map(presentRun),
      canEdit: hasRole(actor, EDIT_TEST_QUESTIONS),
    }
  })

async function presentTestQuestions(t: Tx, rows: TestQuestionRow[]): Promise<TestQuestionView[]> {
  const sources = rows.flatMap(({ expected }) => (expected.kind === 'source' ? [expected.source] : []))
  const titles = await readSourceTitles(t, sources)
  const newest = new Map(
    (
      await listNewestResults(
        t,
        rows.map(({ id }) => id),
      )
    ).map((one) => [one.test_question_id, one]),
  )
  return rows.map((row) => {
    const title = row.expected.kind === 'source' ? titles.get(sourceKey(row.expected.source)) : null
    return presentQuestion(row, title ?? null, newest.get(row.id))
  })
}

export const presentTestQuestion = async (t: Tx, row: TestQuestionRow): Promise<TestQuestionView> =>
  (await presentTestQuestions(t, [row]))[0]!
