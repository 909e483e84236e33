import {
  changeTestQuestion,
  createTestQuestion,
  deleteTestQuestion,
  explainMessage,
  listTestQuestions,
  previewFaq,
  startQualityRun,
  testMessage,
} from '#contracts/quality/quality.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { explain } from './explain.ts'
import { preview } from './preview.ts'
import { change, create, fromMessage, list, remove, startRun } from './service.ts'

export const qualityRoutes: Route[] = [
  memberRoute(listTestQuestions, (c) => list(c.tenant, c.actor, c.query)),
  memberRoute(createTestQuestion, (c) => create(c.tenant, c.actor, c.body)),
  memberRoute(testMessage, (c) => fromMessage(c.tenant, c.actor, c.body)),
  memberRoute(changeTestQuestion, (c) => change(c.tenant, c.actor, c.params.testQuestionId, c.body)),
  memberRoute(deleteTestQuestion, (c) => remove(c.tenant, c.actor, c.params.testQuestionId)),
  memberRoute(startQualityRun, (c) => startRun(c.tenant, c.actor)),
  memberRoute(previewFaq, (c) => preview(c.tenant, c.actor, c.body)),
  memberRoute(explainMessage, (c) => explain(c.tenant, c.actor, c.params.messageId)),
]
