import {
  answerQuestionGroup,
  draftQuestionGroup,
  joinQuestionGroup,
  listQuestionGroups,
  settleQuestionGroup,
} from '#contracts/assistant/unanswered-question.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { answer, draft, join, list, setGroupStatus } from './service.ts'

/** Questions without an answer, on the desk. */
export const questionRoutes: Route[] = [
  memberRoute(listQuestionGroups, (c) => list(c.tenant, c.actor, c.query)),
  memberRoute(draftQuestionGroup, (c) => draft(c.tenant, c.params.questionGroupId)),
  memberRoute(answerQuestionGroup, (c) => answer(c.tenant, c.actor, c.params.questionGroupId, c.body)),
  memberRoute(joinQuestionGroup, (c) => join(c.tenant, c.actor, c.params.questionGroupId, c.body)),
  memberRoute(settleQuestionGroup, (c) => setGroupStatus(c.tenant, c.actor, c.params.questionGroupId, c.body.status)),
]
