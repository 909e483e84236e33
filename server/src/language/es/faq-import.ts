import type { ImportWords } from '#server/language/types.ts'

export const faqImport: ImportWords = {
  columns: {
    question: 'pregunta titulo título',
    answer: 'respuesta',
    phrasings: 'variantes',
    category: 'categoría categoria',
    priority: 'prioridad',
    language: 'idioma',
    status: 'estado',
  },
  published: '',
  draft: '',
}
