import type { UseQueryResult } from '@tanstack/react-query'
import type { ReplySource } from '#contracts/assistant/composer-tools.ts'
import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import { ErrorState } from '#web/kit/states.tsx'
import { Skeleton } from '#web/kit/surface.tsx'
import styles from './tools.module.css'

type SourcesProps = { found: UseQueryResult<{ items: ReplySource[] }>; onInsert: (text: string) => void }

/** What the knowledge says to the customer's last message; each can be inserted, an article also as a link. */
export function Sources({ found: { data, error, refetch }, onInsert }: SourcesProps) {
  const { tenant } = useMember()
  const linkOf = (articleSlug: string) =>
    `${location.origin}/help?${new URLSearchParams({ tenant: tenant?.slug ?? '', article: articleSlug })}`
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <section className={styles.sources} aria-label={m.composer_sources()} aria-busy={!data}>
      {!data && <Skeleton height="64px" />}
      {data?.items.length === 0 && <p className={styles.line}>{m.composer_sources_none()}</p>}
      {data?.items.map(({ source, answer }) => (
        <article key={`${source.kind} ${source.id} ${source.passage}`} className={styles.source}>
          <h4 className={styles.title}>{source.title}</h4>
          <p className={styles.answerText}>{answer}</p>
          <p className={styles.row}>
            <button type="button" className={styles.answer} onClick={() => onInsert(answer)}>
              {m.composer_source_insert()}
            </button>
            {source.articleSlug && (
              <button
                type="button"
                className={styles.answer}
                onClick={() => onInsert(linkOf(source.articleSlug ?? ''))}
              >
                {m.composer_source_link()}
              </button>
            )}
          </p>
        </article>
      ))}
    </section>
  )
}
