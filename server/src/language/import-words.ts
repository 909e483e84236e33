import { allWords } from './lexicons.ts'
import type { ImportColumn } from './types.ts'

const NAMES: ImportColumn[] = ['question', 'answer', 'phrasings', 'category', 'priority', 'language', 'status']
const COLUMNS = NAMES.map((column) => ({ column, names: allWords(({ faqImport }) => faqImport.columns[column]) }))
const PUBLISHED = allWords(({ faqImport }) => `${faqImport.published} 1`)
const DRAFT = allWords(({ faqImport }) => `${faqImport.draft} 0`)

/** The column with this name, in lower case, in any language. */
export const importColumnOf = (name: string): ImportColumn | undefined =>
  COLUMNS.find(({ names }) => names.has(name))?.column

/** Whether a value of the column `status` means published; null for neither. */
export function publishedStateOf(value: string): boolean | null {
  const given = value.toLowerCase()
  return PUBLISHED.has(given) ? true : DRAFT.has(given) ? false : null
}
