import {
  addQuestionsToFaq,
  createFaqFromQuestions,
  draftFaqFromQuestions,
  listQuestionGroups,
  setQuestionGroupStatus,
} from '#contracts/assistant/unanswered-question.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { answer, draft, join, list, setGroupStatus } from './service.ts'

/** Questions without an answer, on the desk. */
export const questionRoutes: Route[] = [
  memberRoute(listQuestionGroups, (c) => list(c.tenant, c.actor, c.query)),
  memberRoute(draftFaqFromQuestions, (c) => draft(c.tenant, c.params.questionGroupId)),
  memberRoute(createFaqFromQuestions, (c) => answer(c.tenant, c.actor, c.params.questionGroupId, c.body)),
  memberRoute(addQuestionsToFaq, (c) => join(c.tenant, c.actor, c.params.questionGroupId, c.body)),
  memberRoute(setQuestionGroupStatus, (c) =>
    setGroupStatus(c.tenant, c.actor, c.params.questionGroupId, c.body.status),
  ),
]
