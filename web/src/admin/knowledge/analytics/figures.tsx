import type { ReactNode } from 'react'
import type { KnowledgeAnalytics } from '#contracts/knowledge/analytics.ts'
import * as m from '#i18n/messages.js'
import { Card } from '#web/kit/surface.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { formatPercent } from '#web/lib/format-percent.ts'
import styles from './figures.module.css'
import { periodLabel } from './period.ts'

/** Number of entries that counts as fully trained. */
const ENOUGH = 20

/** The four figures over everything: training, entries, views, rating. */
export function Figures({ read }: { read: KnowledgeAnalytics }) {
  const entries = read.faqs + read.documents
  const fresh = read.newFaqs + read.newDocuments
  return (
    <div className={styles.figures}>
      <Figure
        label={m.knowledge_training()}
        value={formatPercent(read.progressPercent / 100)}
        text={
          entries > ENOUGH
            ? m.knowledge_training_full({ count: entries })
            : m.knowledge_training_text({ count: entries })
        }
      >
        <progress
          className={styles.progress}
          max={100}
          value={read.progressPercent}
          aria-label={m.knowledge_training()}
        />
      </Figure>
      <Figure
        label={m.knowledge_entries()}
        value={formatNumber(entries)}
        text={m.knowledge_entries_value({ faqs: formatNumber(read.faqs), documents: formatNumber(read.documents) })}
      >
        {read.period !== 'all' && <p className={styles.change}>{m.knowledge_entries_new({ count: fresh })}</p>}
      </Figure>
      <Figure label={m.knowledge_views()} value={formatNumber(read.views)} text={m.knowledge_views_text()}>
        {changeOf(read) && <p className={styles.change}>{changeOf(read)}</p>}
      </Figure>
      <Rating read={read} />
    </div>
  )
}

function Rating({ read }: { read: KnowledgeAnalytics }) {
  if (read.ratings === 0) {
    return (
      <Figure
        label={m.knowledge_rating()}
        value={m.common_none()}
        text={`${m.knowledge_rating_none()}. ${m.knowledge_rating_none_text()}`}
      />
    )
  }
  const percent = Math.round((100 * read.helpful) / read.ratings)
  return (
    <Figure
      label={m.knowledge_rating()}
      value={m.knowledge_rating_value({ percent })}
      text={m.knowledge_rating_text({ count: read.ratings })}
    />
  )
}

/** Change against the previous period; nothing where there is none. */
function changeOf({ views, viewsBefore, period }: KnowledgeAnalytics): string | null {
  if (viewsBefore === null || viewsBefore === 0) return null
  const name = periodLabel(period)
  const percent = Math.round((100 * Math.abs(views - viewsBefore)) / viewsBefore)
  if (percent === 0) return m.knowledge_views_same({ period: name })
  return views > viewsBefore
    ? m.knowledge_views_up({ percent, period: name })
    : m.knowledge_views_down({ percent, period: name })
}

type FigureProps = { label: string; value: string; text: string; children?: ReactNode }

function Figure({ label, value, text, children }: FigureProps) {
  return (
    <Card className={styles.figure}>
      <h2 className={styles.label}>{label}</h2>
      <p className={styles.value}>{value}</p>
      <p className={styles.text}>{text}</p>
      {children}
    </Card>
  )
}
