import type { ArticleFields } from '#contracts/knowledge/article-editing.ts'

const NAMES = ['title', 'summary', 'body', 'category', 'language'] as const satisfies readonly (keyof ArticleFields)[]

export type FieldName = (typeof NAMES)[number]

export const blankFields: ArticleFields = { title: '', summary: '', body: '', category: 'Basics', language: 'en' }

/** The fields alone, of anything that has them. */
export const fieldsOf = ({ title, summary, body, category, language }: ArticleFields): ArticleFields => ({
  title,
  summary,
  body,
  category,
  language,
})

/** The fields in which two texts differ. */
export const differingFields = (one: ArticleFields, other: ArticleFields): FieldName[] =>
  NAMES.filter((name) => one[name] !== other[name])

/**
 * Two texts that were both made from `base`, as one: each field as it was changed in either. `clashes` are the fields that both changed
 * differently; of those the merged text has mine.
 */
export function mergeFields(
  base: ArticleFields,
  mine: ArticleFields,
  theirs: ArticleFields,
): { merged: ArticleFields; clashes: FieldName[] } {
  const changed = differingFields(base, mine)
  const merged = { ...fieldsOf(theirs), ...Object.fromEntries(changed.map((name) => [name, mine[name]])) }
  const clashes = changed.filter((name) => theirs[name] !== base[name] && theirs[name] !== mine[name])
  return { merged, clashes }
}
