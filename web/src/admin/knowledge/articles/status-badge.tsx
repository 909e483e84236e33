import type { ArticleStatus } from '#contracts/knowledge/article-editing.ts'
import * as m from '#i18n/messages.js'
import { Badge, type Tone } from '#web/kit/surface.tsx'
import styles from './articles.module.css'

const labels: Record<ArticleStatus, () => string> = {
  published: m.article_status_published,
  changed: m.article_status_changed,
  draft: m.article_status_draft,
  archived: m.article_status_archived,
}
const tones: Record<ArticleStatus, Tone> = {
  published: 'resolved',
  changed: 'progress',
  draft: 'waiting',
  archived: 'closed',
}

/** Whether customers read an article, and whether there is a newer draft of it. */
export function ArticleStatusBadge({ status }: { status: ArticleStatus }) {
  return <Badge tone={tones[status]}>{labels[status]()}</Badge>
}

/** Badge of an article that came with the sign-up and was not changed yet. */
export function StarterBadge() {
  return (
    <span className={styles.starter} title={m.article_starter_hint()}>
      {m.article_starter()}
    </span>
  )
}
