import type { listDocuments as ListDocuments } from '#contracts/knowledge/document.ts'
import type { listFaqs as ListFaqs } from '#contracts/knowledge/faq.ts'
import type { startQualityRun as StartQualityRun } from '#contracts/quality/quality-run.ts'
import type {
  changeTestQuestion as ChangeTestQuestion,
  createTestQuestion as CreateTestQuestion,
  deleteTestQuestion as DeleteTestQuestion,
  listTestQuestions as ListTestQuestions,
} from '#contracts/quality/test-question.ts'
import { remote } from '#web/lib/call.ts'

/** The endpoints of this tab. */

export const listTestQuestions = remote<typeof ListTestQuestions>('GET', '/api/quality/questions')
export const createTestQuestion = remote<typeof CreateTestQuestion>('POST', '/api/quality/questions')
export const changeTestQuestion = remote<typeof ChangeTestQuestion>('PATCH', '/api/quality/questions/:testQuestionId')
export const deleteTestQuestion = remote<typeof DeleteTestQuestion>('DELETE', '/api/quality/questions/:testQuestionId')
export const startQualityRun = remote<typeof StartQualityRun>('POST', '/api/quality/runs')
export const listFaqs = remote<typeof ListFaqs>('GET', '/api/knowledge/faqs')
export const listDocuments = remote<typeof ListDocuments>('GET', '/api/knowledge/documents')
