import type { ImportWords } from '#server/language/types.ts'

export const faqImport: ImportWords = {
  columns: {
    question: 'frage titel',
    answer: 'antwort inhalt',
    phrasings: 'varianten formulierungen',
    category: 'kategorie',
    priority: 'priorität prioritaet',
    language: 'sprache',
    status: 'veröffentlicht',
  },
  published: '',
  draft: '',
}
