import { useDeferredValue } from 'react'
import type { ArticleFields } from '#contracts/knowledge/article-editing.ts'
import * as m from '#i18n/messages.js'
import { articleCategoryName } from '#web/admin/knowledge/articles/category.ts'
import { RichText } from '#web/kit/markdown/rich-text.tsx'
import styles from './editor.module.css'

/** An article as the help center shows it. */
export function Preview({ fields }: { fields: ArticleFields }) {
  const { title, summary, body, category, language } = useDeferredValue(fields)
  const isEmpty = title.trim() === '' && body.trim() === ''
  return (
    <div className={styles.preview}>
      {isEmpty ? (
        <p className={styles.hint}>{m.article_preview_empty()}</p>
      ) : (
        <article lang={language} className={styles.paper} aria-label={m.article_preview()}>
          <h2 className={styles.paperTitle}>{title}</h2>
          <p className={styles.facts}>{articleCategoryName(category)}</p>
          <RichText text={body} homeUrl="" isPage />
        </article>
      )}
      {summary.trim() !== '' && (
        <section className={styles.listed} aria-label={m.article_preview_list()}>
          <p className={styles.hint}>{m.article_preview_list()}</p>
          <p className={styles.listedTitle}>{title}</p>
          <p>{summary}</p>
        </section>
      )}
    </div>
  )
}
