import { z } from 'zod'
import type * as contract from '#contracts/assistant/unanswered-question.ts'
import type { QuestionDraft, QuestionGroupView } from '#contracts/assistant/unanswered-question.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { QuestionGroupId } from '#contracts/ids.ts'
import type { Period } from '#contracts/knowledge/analytics.ts'
import { EDIT_KNOWLEDGE } from '#server/knowledge/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { CursorInteger, CursorTime, cursorOf, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasRole } from '#server/platform/policy.ts'
import { draftAnswer } from './draft-answer.ts'
import { countOpenGroups, findMemberReply, type GroupPosition, type GroupRow, listGroups } from './queries.ts'

const DAY_MS = 86_400_000
const DAYS: Record<Period, number | null> = { '7d': 7, '30d': 30, '90d': 90, all: null }
const MAX_QUESTION = 300

const mostFrequentFirst = cursorOf<GroupPosition>(z.object({ count: CursorInteger, lastAt: CursorTime, id: z.uuid() }))

/** A page of the groups of unanswered questions, most frequent first. Throws invalid_input for an invalid cursor. */
export const listQuestionGroups = (
  tenant: Tenant,
  actor: Member,
  query: z.output<typeof contract.listQuestionGroups.query>,
): Promise<ReplyOf<typeof contract.listQuestionGroups>> =>
  tenant.read(async (t) => {
    const days = DAYS[query.period]
    const from = days === null ? null : new Date(t.now.getTime() - days * DAY_MS)
    const after = mostFrequentFirst.decode(query.cursor)
    // Counted first, so that a question added in between appears in the list at least.
    const open = await countOpenGroups(t, from)
    const rows = await listGroups(t, { status: query.status, from, after, limit: query.limit + 1 })
    const page = pageFrom(rows, query.limit, mostFrequentFirst, ({ count, lastAt, id }) => ({ count, lastAt, id }))
    return {
      items: page.items.map(presentGroup),
      nextCursor: page.nextCursor,
      ...open,
      canEdit: hasRole(actor, EDIT_KNOWLEDGE),
    }
  })

const presentGroup = (row: GroupRow): QuestionGroupView => ({
  id: row.id,
  text: row.text,
  phrasings: row.phrasings.filter((one) => one !== row.text),
  language: row.language,
  count: row.count,
  status: row.status,
  faq: row.faqId && row.faqQuestion ? { id: row.faqId, question: row.faqQuestion } : null,
  firstAt: row.firstAt.toISOString(),
  lastAt: row.lastAt.toISOString(),
})

export async function getQuestionGroup(t: Tx, id: QuestionGroupId): Promise<GroupRow> {
  const [row] = await listGroups(t, { id, limit: 1 })
  if (!row) throw notFound('question')
  return row
}

/** A FAQ draft for a group: question, phrasings, and the members' reply from its newest resolved ticket. */
export const draftFaqFromQuestions = (tenant: Tenant, id: QuestionGroupId): Promise<QuestionDraft> =>
  tenant.read(async (t) => {
    const view = presentGroup(await getQuestionGroup(t, id))
    const reply = await findMemberReply(t, id)
    return {
      group: view,
      question: shortened(view.text),
      phrasings: view.phrasings.map(shortened),
      answer: reply ? draftAnswer(reply.bodies).slice(0, 8000) : '',
      ticket: reply && { id: reply.ticketId, number: reply.number, subject: reply.subject },
    }
  })

const shortened = (text: string): string =>
  text.length <= MAX_QUESTION ? text : text.slice(0, MAX_QUESTION).toWellFormed()
