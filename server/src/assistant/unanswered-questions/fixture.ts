import { type ConversationId, type QuestionGroupId, QuestionId } from '#contracts/ids.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { assignToGroups } from './jobs.ts'
import { findQuestion, insertQuestion } from './queries.ts'

type Given = { text?: string; outcome?: 'unknown' | 'unhelpful' }

/** A question without an answer, in the group of similar ones or one of its own; gives the group's id. */
export const makeQuestionGroup = (
  tenant: Tenant,
  conversationId: ConversationId,
  { text = 'Do you sell gift cards?', outcome = 'unknown' }: Given = {},
): Promise<QuestionGroupId> =>
  tenant.tx(async (t) => {
    const id = QuestionId.parse(crypto.randomUUID())
    await insertQuestion(t, { id, conversationId, text, outcome, at: t.now })
    await assignToGroups(t, [id])
    return (await findQuestion(t, id))?.groupId as QuestionGroupId
  })
