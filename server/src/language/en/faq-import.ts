import type { ImportWords } from '#server/language/types.ts'

export const faqImport: ImportWords = {
  columns: {
    question: 'question questions title q',
    answer: 'answer answers body content a',
    phrasings: 'phrasings variants alternatives synonyms',
    category: 'category',
    priority: 'priority',
    language: 'language lang locale',
    status: 'status state published',
  },
  published: 'published active live yes true',
  draft: 'draft inactive hidden no false',
}
