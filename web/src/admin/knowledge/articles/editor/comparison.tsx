import { useMemo } from 'react'
import type { ArticleFields } from '#contracts/knowledge/article-editing.ts'
import * as m from '#i18n/messages.js'
import { articleCategoryName } from '#web/admin/knowledge/articles/category.ts'
import { languageLabel } from '#web/admin/knowledge/labels.ts'
import styles from './editor.module.css'
import historyStyles from './history.module.css'
import { differingFields, type FieldName } from './merge-fields.ts'
import { compareWords } from './word-diff.ts'

const labels: Record<FieldName, () => string> = {
  title: m.article_title,
  summary: m.article_summary,
  body: m.article_body,
  category: m.article_category,
  language: m.article_language,
}

const shown = (fields: ArticleFields, name: FieldName): string => {
  if (name === 'category') return articleCategoryName(fields.category)
  return name === 'language' ? languageLabel(fields.language) : fields[name]
}

type Props = { before: ArticleFields; after: ArticleFields; only?: readonly FieldName[] }

/** Every field in which two texts differ, with what went and what came. */
export function Comparison({ before, after, only }: Props) {
  const names = differingFields(before, after).filter((name) => !only || only.includes(name))
  if (names.length === 0) return <p className={styles.hint}>{m.article_same()}</p>
  return (
    <dl className={historyStyles.comparison}>
      {names.map((name) => (
        <div key={name}>
          <dt>{labels[name]()}</dt>
          <dd>
            <Words before={shown(before, name)} after={shown(after, name)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Words({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => compareWords(before, after), [before, after])
  return pieces.map(({ kind, text }, index) => {
    const key = index.toString()
    if (kind === 'added') return <ins key={key}>{text}</ins>
    return kind === 'removed' ? <del key={key}>{text}</del> : <span key={key}>{text}</span>
  })
}
