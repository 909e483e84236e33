import { IconChevronRight } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import * as m from '#i18n/messages.js'
import { Chip } from '#web/kit/surface.tsx'
import { isFollowedHere } from '#web/lib/followed-here.ts'
import { opensChat } from '#web/portal/chat/lazy-chat-window.tsx'
import { goTo, linkTo } from '#web/portal/portal-location.ts'
import { useResource } from '#web/portal/use-resource.ts'
import { readStarters } from './read-starters.ts'
import styles from './starters.module.css'

/** Questions that are sent with one click, and the articles that are read most. Nothing where there are none, or they cannot be read. */
export function Starters({ slug, onAsk }: { slug: string; onAsk: (question: string) => void }) {
  const { value } = useResource(`starters ${slug}`, () => readStarters(slug))
  if (!value) return null
  const { questions, articles, areArticlesRead } = value
  const open = (event: MouseEvent, article: string) => {
    if (!isFollowedHere(event)) return
    event.preventDefault()
    goTo({ tab: 'help-center', article })
    scrollTo({ top: 0 })
  }
  return (
    <>
      {questions.length > 0 && (
        <section className={styles.part} aria-labelledby="starters">
          <h2 id="starters" className={styles.heading}>
            {m.portal_starters()}
          </h2>
          <ul className={styles.questions}>
            {questions.map((question) => (
              <li key={question}>
                <Chip className={styles.question} {...opensChat} onClick={() => onAsk(question)}>
                  {question}
                </Chip>
              </li>
            ))}
          </ul>
        </section>
      )}
      {articles.length > 0 && (
        <section className={styles.part} aria-labelledby="articles">
          <h2 id="articles" className={styles.heading}>
            {areArticlesRead ? m.portal_most_read() : m.portal_articles_to_read()}
          </h2>
          <ul className={styles.articles}>
            {articles.map(({ slug: article, title }) => (
              <li key={article}>
                <a href={linkTo({ tab: 'help-center', article })} onClick={(event) => open(event, article)}>
                  {title}
                  <IconChevronRight size={18} stroke={1.5} aria-hidden="true" />
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
