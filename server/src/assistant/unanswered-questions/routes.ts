import * as contract from '#contracts/assistant/unanswered-question.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { addQuestionsToFaq, createFaqFromQuestions, setQuestionGroupStatus } from './commands.ts'
import { draftFaqFromQuestions, listQuestionGroups } from './reads.ts'

/** Unanswered questions, on the desk. */
export const questionRoutes: Route[] = [
  memberRoute(contract.listQuestionGroups, (c) => listQuestionGroups(c.tenant, c.actor, c.query)),
  memberRoute(contract.draftFaqFromQuestions, (c) => draftFaqFromQuestions(c.tenant, c.params.questionGroupId)),
  memberRoute(contract.createFaqFromQuestions, (c) =>
    createFaqFromQuestions(c.tenant, c.actor, c.params.questionGroupId, c.body),
  ),
  memberRoute(contract.addQuestionsToFaq, (c) =>
    addQuestionsToFaq(c.tenant, c.actor, c.params.questionGroupId, c.body),
  ),
  memberRoute(contract.setQuestionGroupStatus, (c) =>
    setQuestionGroupStatus(c.tenant, c.actor, c.params.questionGroupId, c.body.status),
  ),
]
