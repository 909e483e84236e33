export { normalise as normaliseText, termsOf } from '#server/language/search-text.ts'
export { addArticle, removeStarterArticles } from './articles/commands.ts'
export { addImportedArticle, removeImportedArticle } from './articles/imported.ts'
export { addDocument } from './documents/commands.ts'
export { readPageAgain } from './documents/read-page-again.ts'
export {
  addFaq,
  addPhrasings,
  addSampleFaqs,
  createFaqWithin,
  faqIdTaken,
  findIdenticalFaq,
  removeSampleFaqs,
} from './faqs/commands.ts'
export { readWebPage } from './import/web-page.ts'
export { publishKnowledge } from './live-events.ts'
export { longHtmlToMarkdown } from './parsing/markdown-thread.ts'
export { UnreadableError } from './parsing/unreadable-error.ts'
export { EDIT_KNOWLEDGE } from './policy.ts'
export { adoptProfile } from './profile/adopt.ts'
export { readBusinessProfile } from './profile/reads.ts'
export { questionSignature, questionSimilarity } from './question-similarity.ts'
export { queueRelating } from './related-articles/jobs.ts'
export { cosine as similarityOf } from './retrieval/dense.ts'
export { compareKnowledge } from './search/compare-knowledge.ts'
export {
  createNearSearch,
  type EntryMark,
  type EntryReference,
  type EntryText,
  listEntryMarks,
  readEntryText,
} from './search/entry-texts.ts'
export { findArticlesByWords, findFaqsByWords, readKnowledgeQuery } from './search/find-by-words.ts'
export {
  type KnowledgeMatch,
  type KnowledgeSearchResult,
  searchKnowledge,
  vectorFileOf,
  warmKnowledge,
} from './search/search-knowledge.ts'
export { encodeTexts } from './search/text-vectors.ts'
export { readSourceTitles, sourceKey } from './source-titles.ts'
export { recordKnowledgeRating, recordKnowledgeUse } from './usage-counter.ts'
