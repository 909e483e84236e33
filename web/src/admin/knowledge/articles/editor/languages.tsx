import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ArticleId } from '#contracts/ids.ts'
import type { ArticleTranslation, DeskArticle } from '#contracts/knowledge/article-editing.ts'
import { LANGUAGES, type Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { articleQuery } from '#web/admin/knowledge/articles/queries.ts'
import { ArticleStatusBadge } from '#web/admin/knowledge/articles/status-badge.tsx'
import { languageLabel } from '#web/admin/knowledge/labels.ts'
import { ErrorState } from '#web/kit/states.tsx'
import { Skeleton } from '#web/kit/surface.tsx'
import styles from './editor.module.css'
import { Preview } from './preview.tsx'

type Props = {
  /** The article as it is stored; null while it is not. */
  article: DeskArticle | null
  language: Language
  /** Another article to show beside the text from the start. */
  beside: ArticleId | null
  canEdit: boolean
  onOpen: (id: ArticleId) => void
  onWrite: (language: Language) => void
}

/** The languages an article exists in and those it lacks; another language is read beside the text. */
export function Languages({ article, language, beside, canEdit, onOpen, onWrite }: Props) {
  const [shown, show] = useState<ArticleId | null>(beside)
  const others = article?.translations ?? []
  return (
    <div className={styles.languages}>
      <ul className={styles.languageList} aria-label={m.article_languages()}>
        {LANGUAGES.map((one) => {
          const translation = others.find((other) => other.language === one)
          return (
            <li key={one} className={styles.language}>
              <span className={styles.languageName}>{languageLabel(one)}</span>
              {one === language && <span className={styles.hint}>{m.article_language_this()}</span>}
              {one !== language && translation && (
                <Existing
                  translation={translation}
                  isShown={shown === translation.id}
                  onShow={() => show(shown === translation.id ? null : translation.id)}
                  onOpen={() => onOpen(translation.id)}
                />
              )}
              {one !== language && !translation && (
                <>
                  <span className={styles.hint}>{m.article_language_missing()}</span>
                  {canEdit && article && (
                    <Button size="xs" onClick={() => onWrite(one)}>
                      {m.article_language_write({ language: languageLabel(one) })}
                    </Button>
                  )}
                </>
              )}
            </li>
          )
        })}
      </ul>
      {shown && <Beside id={shown} />}
    </div>
  )
}

type ExistingProps = { translation: ArticleTranslation; isShown: boolean; onShow: () => void; onOpen: () => void }

function Existing({ translation, isShown, onShow, onOpen }: ExistingProps) {
  const language = languageLabel(translation.language)
  return (
    <>
      <ArticleStatusBadge status={translation.status} />
      <span className={styles.languageActions}>
        <Button
          size="xs"
          aria-pressed={isShown}
          aria-label={m.article_language_show_named({ language })}
          onClick={onShow}
        >
          {isShown ? m.article_language_hide() : m.article_language_show()}
        </Button>
        <Button size="xs" aria-label={m.article_language_open_named({ language })} onClick={onOpen}>
          {m.article_language_open()}
        </Button>
      </span>
    </>
  )
}

function Beside({ id }: { id: ArticleId }) {
  const { data, error, refetch } = useQuery(articleQuery(id))
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height="160px" />
  return <Preview fields={data.draft} />
}
