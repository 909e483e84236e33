import type { ImportWords } from '#server/language/types.ts'

export const faqImport: ImportWords = {
  columns: {
    question: 'titre',
    answer: 'réponse reponse',
    phrasings: 'variantes',
    category: 'catégorie categorie',
    priority: 'priorité priorite',
    language: 'langue',
    status: 'statut',
  },
  published: '',
  draft: '',
}
