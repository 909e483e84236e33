import type {
  createFaqFromQuestions as AnswerQuestionGroup,
  draftFaqFromQuestions as DraftQuestionGroup,
  addQuestionsToFaq as JoinQuestionGroup,
  listQuestionGroups as ListQuestionGroups,
  setQuestionGroupStatus as SettleQuestionGroup,
} from '#contracts/assistant/unanswered-question.ts'
import type { getKnowledgeAnalytics as GetKnowledgeAnalytics } from '#contracts/knowledge/analytics.ts'
import type {
  changeFaq as ChangeFaq,
  createFaq as CreateFaq,
  createSampleFaqs as CreateSampleFaqs,
  deleteFaq as DeleteFaq,
  deleteSampleFaqs as DeleteSampleFaqs,
  getFaq as GetFaq,
  listFaqs as ListFaqs,
} from '#contracts/knowledge/faq.ts'
import type {
  getImport as GetImport,
  importPage as ImportPage,
  startImport as StartImport,
  undoImport as UndoImport,
  uploadImport as UploadImport,
} from '#contracts/knowledge/import.ts'
import { remote } from '#web/lib/call.ts'

/** The endpoints of questions and answers, their import, and how the knowledge serves. */

export const listFaqs = remote<typeof ListFaqs>('GET', '/api/knowledge/faqs')
export const getFaq = remote<typeof GetFaq>('GET', '/api/knowledge/faqs/:faqId')
export const createFaq = remote<typeof CreateFaq>('POST', '/api/knowledge/faqs')
export const changeFaq = remote<typeof ChangeFaq>('PATCH', '/api/knowledge/faqs/:faqId')
export const deleteFaq = remote<typeof DeleteFaq>('DELETE', '/api/knowledge/faqs/:faqId')
export const createSampleFaqs = remote<typeof CreateSampleFaqs>('POST', '/api/knowledge/faq-samples')
export const deleteSampleFaqs = remote<typeof DeleteSampleFaqs>('DELETE', '/api/knowledge/faq-samples')
export const uploadImport = remote<typeof UploadImport>('POST', '/api/knowledge/imports')
export const importPage = remote<typeof ImportPage>('POST', '/api/knowledge/page-imports')
export const getImport = remote<typeof GetImport>('GET', '/api/knowledge/imports/:importId')
export const startImport = remote<typeof StartImport>('POST', '/api/knowledge/imports/:importId/start')
export const undoImport = remote<typeof UndoImport>('DELETE', '/api/knowledge/imports/:importId')
export const getKnowledgeAnalytics = remote<typeof GetKnowledgeAnalytics>('GET', '/api/knowledge/analytics')
export const listQuestionGroups = remote<typeof ListQuestionGroups>('GET', '/api/knowledge/questions')
export const draftQuestionGroup = remote<typeof DraftQuestionGroup>(
  'GET',
  '/api/knowledge/questions/:questionGroupId/draft',
)
export const answerQuestionGroup = remote<typeof AnswerQuestionGroup>(
  'POST',
  '/api/knowledge/questions/:questionGroupId/faq',
)
export const joinQuestionGroup = remote<typeof JoinQuestionGroup>(
  'POST',
  '/api/knowledge/questions/:questionGroupId/phrasings',
)
export const settleQuestionGroup = remote<typeof SettleQuestionGroup>(
  'POST',
  '/api/knowledge/questions/:questionGroupId/status',
)
