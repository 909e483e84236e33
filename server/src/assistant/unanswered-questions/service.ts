import type { z } from 'zod'
import type {
  addQuestionsToFaq,
  createFaqFromQuestions,
  listQuestionGroups,
  QuestionDraft,
  QuestionGroupView,
} from '#contracts/assistant/unanswered-question.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import { QuestionGroupId } from '#contracts/ids.ts'
import type { Period } from '#contracts/knowledge/analytics.ts'
import type { FaqView } from '#contracts/knowledge/faq.ts'
import { addPhrasings, assertCanEdit, canEditKnowledge, createFaqWithin } from '#server/knowledge/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { draftFrom } from './draft.ts'
import { publishQuestions } from './jobs.ts'
import { countOpen, findReply, type GroupPlace, type GroupRow, listGroups, updateGroupStatus } from './queries.ts'

const DAY_MS = 86_400_000
const DAYS: Record<Period, number | null> = { '7d': 7, '30d': 30, '90d': 90, all: null }
const MAX_QUESTION = 300

/** Questions without an answer, most often asked first. Throws invalid_input when the cursor is none. */
export const list = (
  tenant: Tenant,
  actor: Member,
  query: z.output<typeof listQuestionGroups.query>,
): Promise<ReplyOf<typeof listQuestionGroups>> =>
  tenant.read(async (t) => {
    const days = DAYS[query.period]
    const from = days === null ? null : new Date(t.now.getTime() - days * DAY_MS)
    const after = query.cursor === undefined ? null : placeOf(query.cursor)
    // Counted before they are read: what comes between is in the list at least.
    const open = await countOpen(t, from)
    const rows = await listGroups(t, { status: query.status, from, after, limit: query.limit + 1 })
    const items = rows.slice(0, query.limit)
    const last = items.at(-1)
    return {
      items: items.map(present),
      nextCursor: rows.length > query.limit && last ? `${last.count}_${last.lastAt.toISOString()}_${last.id}` : null,
      ...open,
      canEdit: canEditKnowledge(actor),
    }
  })

function placeOf(cursor: string): GroupPlace {
  const [count = '', at = '', given = ''] = cursor.split('_')
  const id = QuestionGroupId.safeParse(given)
  const lastAt = new Date(at)
  if (!id.success || !/^\d{1,9}$/.test(count) || Number.isNaN(lastAt.getTime())) {
    throw invalid({ 'query.cursor': 'This list has changed. Start again from its beginning.' })
  }
  return { count: Number(count), lastAt, id: id.data }
}

const present = (row: GroupRow): QuestionGroupView => ({
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

async function getGroup(t: Tx, id: QuestionGroupId): Promise<GroupRow> {
  const [row] = await listGroups(t, { id, limit: 1 })
  if (!row) throw notFound('question')
  return row
}

/** What a FAQ of a group would be: its question, the other ways it was asked, and what a member answered when it was resolved. */
export const draft = (tenant: Tenant, id: QuestionGroupId): Promise<QuestionDraft> =>
  tenant.read(async (t) => {
    const view = present(await getGroup(t, id))
    const reply = await findReply(t, id)
    return {
      group: view,
      question: shortened(view.text),
      phrasings: view.phrasings.map(shortened),
      answer: reply ? draftFrom(reply.bodies).slice(0, 8000) : '',
      ticket: reply && { id: reply.ticketId, number: reply.number, subject: reply.subject },
    }
  })

const shortened = (text: string): string =>
  text.length <= MAX_QUESTION ? text : text.slice(0, MAX_QUESTION).toWellFormed()

/** Adds a FAQ that answers a group; the group is solved with it. The same call again gives the same FAQ. */
export const answer = (
  tenant: Tenant,
  actor: Member,
  id: QuestionGroupId,
  given: z.output<typeof createFaqFromQuestions.body>,
): Promise<FaqView> =>
  tenant.tx(async (t) => {
    await getGroup(t, id)
    const view = await createFaqWithin(t, actor, given)
    await updateGroupStatus(t, id, { status: 'solved', faqId: view.id })
    publishQuestions(t)
    return view
  })

/** Adds a group's words to a FAQ as phrasings; the group is solved with it. */
export const join = (
  tenant: Tenant,
  actor: Member,
  id: QuestionGroupId,
  given: z.output<typeof addQuestionsToFaq.body>,
): Promise<FaqView> =>
  tenant.tx(async (t) => {
    await getGroup(t, id)
    const view = await addPhrasings(t, actor, given.faqId, given.phrasings)
    await updateGroupStatus(t, id, { status: 'solved', faqId: given.faqId })
    publishQuestions(t)
    return view
  })

/** Dismisses a group, or takes it up again. */
export const setGroupStatus = <Status extends 'open' | 'dismissed'>(
  tenant: Tenant,
  actor: Member,
  id: QuestionGroupId,
  status: Status,
): Promise<{ status: Status }> =>
  tenant.tx(async (t) => {
    await getGroup(t, id)
    assertCanEdit(actor)
    await updateGroupStatus(t, id, { status })
    publishQuestions(t)
    return { status }
  })
