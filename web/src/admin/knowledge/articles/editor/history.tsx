import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ArticleFields, ArticleVersionRow, DeskArticle } from '#contracts/knowledge/article-editing.ts'
import * as m from '#i18n/messages.js'
import { versionQuery } from '#web/admin/knowledge/articles/queries.ts'
import { ErrorState } from '#web/kit/states.tsx'
import { Badge, Skeleton } from '#web/kit/surface.tsx'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { Comparison } from './comparison.tsx'
import styles from './editor.module.css'
import historyStyles from './history.module.css'

type Props = {
  article: DeskArticle
  /** The text as it is written now. */
  fields: ArticleFields
  /** Makes a version the draft; null for a member who may not. */
  onRestore: ((number: number) => Promise<void>) | null
}

/** The versions of an article, newest first; an open one shows what changed, and can be made the draft again. */
export function History({ article, fields, onRestore }: Props) {
  const [open, setOpen] = useState<number | null>(null)
  const { versions } = article
  if (versions.length === 0) return <p className={styles.hint}>{m.article_history_none()}</p>
  return (
    <ol className={historyStyles.versions} aria-label={m.article_history()}>
      {versions.map((version, index) => (
        <li key={version.number} className={historyStyles.version} data-open={version.number === open || undefined}>
          <button
            type="button"
            className={historyStyles.versionHead}
            aria-expanded={version.number === open}
            onClick={() => setOpen(version.number === open ? null : version.number)}
          >
            <VersionName version={version} />
          </button>
          {version.number === open && (
            <OpenVersion
              article={article}
              number={version.number}
              before={versions[index + 1]?.number ?? null}
              fields={fields}
              onRestore={index === 0 ? null : onRestore}
            />
          )}
        </li>
      ))}
    </ol>
  )
}

function VersionName({ version }: { version: ArticleVersionRow }) {
  const { number, savedByName, savedAt, publishedAt, isLive } = version
  return (
    <>
      <span className={historyStyles.versionTitle}>
        {m.article_version({ number })}
        {isLive ? (
          <Badge tone="resolved">{m.article_version_live()}</Badge>
        ) : (
          publishedAt && <Badge>{m.article_version_was_live()}</Badge>
        )}
      </span>
      <span className={historyStyles.versionBy}>
        {savedByName ?? m.article_version_first()} · <RelativeTime at={savedAt} />
      </span>
    </>
  )
}

type OpenProps = Props & { number: number; before: number | null }
type Side = 'since' | 'within'

function OpenVersion({ article, number, before, fields, onRestore }: OpenProps) {
  const [side, setSide] = useState<Side>(onRestore ? 'since' : 'within')
  const [isRestoring, setRestoring] = useState(false)
  const text = useQuery(versionQuery(article.id, number))
  const earlier = useQuery({ ...versionQuery(article.id, before ?? 1), enabled: before !== null })
  const failed = text.error ?? earlier.error
  if (failed && !text.data) return <ErrorState error={failed} onRetry={() => void text.refetch()} />
  if (!text.data || (before !== null && !earlier.data)) return <Skeleton height="96px" />
  const restore = async () => {
    setRestoring(true)
    await onRestore?.(number)
    setRestoring(false)
  }
  const nothing: ArticleFields = { ...text.data, title: '', summary: '', body: '' }
  return (
    <div className={historyStyles.openVersion}>
      <SegmentedControl
        aria-label={m.article_compare()}
        value={side}
        onChange={(value) => setSide(value as Side)}
        data={[
          { value: 'within', label: m.article_compare_within() },
          { value: 'since', label: m.article_compare_since() },
        ]}
      />
      {side === 'since' ? (
        <Comparison before={text.data} after={fields} />
      ) : (
        <Comparison before={(before !== null && earlier.data) || nothing} after={text.data} />
      )}
      {onRestore && (
        <Button onClick={() => void restore()} disabled={isRestoring} aria-busy={isRestoring}>
          {m.article_restore()}
        </Button>
      )}
    </div>
  )
}
