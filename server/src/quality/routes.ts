import * as contract from '#contracts/quality/quality.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import {
  changeTestQuestion,
  createTestQuestion,
  createTestQuestionFromMessage,
  deleteTestQuestion,
  startQualityRun,
} from './commands.ts'
import { explainAnswer } from './explain.ts'
import { previewFaqChange } from './preview.ts'
import { listTestQuestions } from './reads.ts'

export const qualityRoutes: Route[] = [
  memberRoute(contract.listTestQuestions, (c) => listTestQuestions(c.tenant, c.actor, c.query)),
  memberRoute(contract.createTestQuestion, (c) => createTestQuestion(c.tenant, c.actor, c.body)),
  memberRoute(contract.testMessage, (c) => createTestQuestionFromMessage(c.tenant, c.actor, c.body)),
  memberRoute(contract.changeTestQuestion, (c) =>
    changeTestQuestion(c.tenant, c.actor, c.params.testQuestionId, c.body),
  ),
  memberRoute(contract.deleteTestQuestion, (c) => deleteTestQuestion(c.tenant, c.actor, c.params.testQuestionId)),
  memberRoute(contract.startQualityRun, (c) => startQualityRun(c.tenant, c.actor)),
  memberRoute(contract.previewFaq, (c) => previewFaqChange(c.tenant, c.actor, c.body)),
  memberRoute(contract.explainMessage, (c) => explainAnswer(c.tenant, c.actor, c.params.messageId)),
]
