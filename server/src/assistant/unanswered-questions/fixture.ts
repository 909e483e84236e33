import { type ConversationId, type QuestionGroupId, QuestionId } from '#contracts/ids.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { assignToGroup } from './jobs.ts'
import { findQuestion, insertQuestion } from './queries.ts'

/** A question without an answer, in a group of its own; gives the group's id. */
export const makeQuestionGroup = (tenant: Tenant, conversationId: ConversationId): Promise<QuestionGroupId> =>
  tenant.tx(async (t) => {
    const id = QuestionId.parse(crypto.randomUUID())
    await insertQuestion(t, { id, conversationId, text: 'Do you sell gift cards?', outcome: 'unknown', at: t.now })
    await assignToGroup(t, id)
    return (await findQuestion(t, id))?.groupId as QuestionGroupId
  })
