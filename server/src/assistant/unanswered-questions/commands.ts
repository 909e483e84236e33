import type { z } from 'zod'
import type * as contract from '#contracts/assistant/unanswered-question.ts'
import type { QuestionGroupId } from '#contracts/ids.ts'
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
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { updateGroupStatus } from './queries.ts'
import { getQuestionGroup } from './reads.ts'

/** Adds a FAQ that answers a group and marks the group as solved. The same request again gives the same FAQ. */
export const createFaqFromQuestions = (
  tenant: Tenant,
  actor: Member,
  id: QuestionGroupId,
  given: z.output<typeof contract.createFaqFromQuestions.body>,
): Promise<FaqView> =>
  createOnce(tenant, {
    create: async (t) => {
      await getQuestionGroup(t, id)
      const view = await createFaqWithin(t, actor, given)
      await updateGroupStatus(t, id, { status: 'solved', faqId: view.id })
      publishKnowledge(t, 'questions')
      return view
    },
    findSame: async (t) => {
      const { faqId } = await getQuestionGroup(t, id)
      return faqId === given.id ? findIdenticalFaq(t, given) : null
    },
    conflict: faqIdTaken,
  })

/** Adds a group's questions to a FAQ as phrasings and marks the group as solved. */
export const addQuestionsToFaq = (
  tenant: Tenant,
  actor: Member,
  id: QuestionGroupId,
  given: z.output<typeof contract.addQuestionsToFaq.body>,
): Promise<FaqView> =>
  tenant.tx(async (t) => {
    await getQuestionGroup(t, id)
    const view = await addPhrasings(t, actor, given.faqId, given.phrasings)
    await updateGroupStatus(t, id, { status: 'solved', faqId: given.faqId })
    publishKnowledge(t, 'questions')
    return view
  })

/** Dismisses a group or reopens it. */
export const setQuestionGroupStatus = <Status extends 'open' | 'dismissed'>(
  tenant: Tenant,
  actor: Member,
  id: QuestionGroupId,
  status: Status,
): Promise<{ status: Status }> =>
  tenant.tx(async (t) => {
    await getQuestionGroup(t, id)
    requireRole(actor, EDIT_KNOWLEDGE)
    await updateGroupStatus(t, id, { status })
    publishKnowledge(t, 'questions')
    return { status }
  })
