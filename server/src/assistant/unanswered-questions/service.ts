import { z } from 'zod'
import type {
  addQuestionsToFaq,
  createFaqFromQuestions,
  listQuestionGroups,
  QuestionDraft,
  QuestionGroupView,
} from '#contracts/assistant/unanswered-question.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { QuestionGroupId } from '#contracts/ids.ts'
import type { Period } from '#contracts/knowledge/analytics.ts'
import type { FaqView } from '#contracts/knowledge/faq.ts'
import {
  addPhrasings,
  createFaqWithin,
  EDIT_KNOWLEDGE,
  faqIdTaken,
  findIdenticalFaq,
  publishKnowledge,
} from '#server/knowledge/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { createOnce } from '#server/platform/db/create-once.ts'
import { CursorInteger, CursorTime, cursorOf, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasRole, requireRole } from '#server/platform/policy.ts'
import { draftFrom } from './draft.ts'
import { countOpen, findReply, type GroupPosition, type GroupRow, listGroups, updateGroupStatus } from './queries.ts'

const DAY_MS = 86_400_000
const DAYS: Record<Period, number | null> = { '7d': 7, '30d': 30, '90d': 90, all: null }
const MAX_QUESTION = 300

const mostAskedFirst = cursorOf<GroupPosition>(z.object({ count: CursorInteger, lastAt: CursorTime, id: z.uuid() }))

/** Questions without an answer, most often asked first. Throws invalid_input when the cursor is none. */
export const list = (
  tenant: Tenant,
  actor: Member,
  query: z.output<typeof listQuestionGroups.query>,
): Promise<ReplyOf<typeof listQuestionGroups>> =>
  tenant.read(async (t) => {
    const days = DAYS[query.period]
    const from = days === null ? null : new Date(t.now.getTime() - days * DAY_MS)
    const after = mostAskedFirst.decode(query.cursor)
    // Counted before they are read: what comes between is in the list at least.
    const open = await countOpen(t, from)
    const rows = await listGroups(t, { status: query.status, from, after, limit: query.limit + 1 })
    const page = pageFrom(rows, query.limit, mostAskedFirst, ({ count, lastAt, id }) => ({ count, lastAt, id }))
    return {
      items: page.items.map(present),
      nextCursor: page.nextCursor,
      ...open,
      canEdit: hasRole(actor, EDIT_KNOWLEDGE),
    }
  })

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
  createOnce(tenant, {
    create: async (t) => {
      await getGroup(t, id)
      const view = await createFaqWithin(t, actor, given)
      await updateGroupStatus(t, id, { status: 'solved', faqId: view.id })
      publishKnowledge(t, 'questions')
      return view
    },
    findSame: (t) => findIdenticalFaq(t, given),
    conflict: faqIdTaken,
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
    publishKnowledge(t, 'questions')
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
    requireRole(actor, EDIT_KNOWLEDGE)
    await updateGroupStatus(t, id, { status })
    publishKnowledge(t, 'questions')
    return { status }
  })
