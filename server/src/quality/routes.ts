import { explainMessage } from '#contracts/quality/answer-explanation.ts'
import { previewFaq } from '#contracts/quality/faq-preview.ts'
import * as run from '#contracts/quality/quality-run.ts'
import * as question from '#contracts/quality/test-question.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import {
  changeTestQuestion,
  createTestQuestion,
  createTestQuestionFromMessage,
  deleteTestQuestion,
  startQualityRun,
} from './commands.ts'
import { explainAnswer } from './explain.ts'
import { knowledgeReviewRoutes } from './knowledge-review/routes.ts'
import { previewFaqChange } from './preview.ts'
import { listTestQuestions } from './reads.ts'

export const qualityRoutes: Route[] = [
  memberRoute(question.listTestQuestions, (c) => listTestQuestions(c.tenant, c.actor, c.query)),
  memberRoute(question.createTestQuestion, (c) => createTestQuestion(c.tenant, c.actor, c.body)),
  memberRoute(question.createTestQuestionFromMessage, (c) => createTestQuestionFromMessage(c.tenant, c.actor, c.body)),
  memberRoute(question.changeTestQuestion, (c) =>
    changeTestQuestion(c.tenant, c.actor, c.params.testQuestionId, c.body),
  ),
  memberRoute(question.deleteTestQuestion, (c) => deleteTestQuestion(c.tenant, c.actor, c.params.testQuestionId)),
  memberRoute(run.startQualityRun, (c) => startQualityRun(c.tenant, c.actor)),
  memberRoute(previewFaq, (c) => previewFaqChange(c.tenant, c.actor, c.body)),
  ...knowledgeReviewRoutes,
  memberRoute(explainMessage, (c) => explainAnswer(c.tenant, c.actor, c.params.messageId)),
]
