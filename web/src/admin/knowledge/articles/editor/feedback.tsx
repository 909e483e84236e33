import type { VoteReason } from '#contracts/knowledge/article.ts'
import type { DeskArticle } from '#contracts/knowledge/article-editing.ts'
import * as m from '#i18n/messages.js'
import { formatNumber } from '#web/lib/format.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import styles from './editor.module.css'

const reasonNames: Record<VoteReason, () => string> = {
  out_of_date: m.help_reason_out_of_date,
  not_answered: m.help_reason_not_answered,
  hard_to_understand: m.help_reason_hard_to_understand,
  other: m.help_reason_other,
}

/** Why an article did not help its readers: how many chose which reason, and what they wrote. */
export function Feedback({ article }: { article: DeskArticle | null }) {
  if (!article || article.reasons.length === 0) return <p className={styles.hint}>{m.article_feedback_none()}</p>
  return (
    <div className={styles.languages}>
      <ul className={styles.languageList} aria-label={m.article_feedback()}>
        {article.reasons.map(({ reason, count }) => (
          <li key={reason} className={styles.language}>
            <span>{reasonNames[reason]()}</span>
            <span className={styles.hint}>{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
      {article.comments.length > 0 && (
        <>
          <h3>{m.article_feedback_comments()}</h3>
          <ul className={styles.languageList} aria-label={m.article_feedback_comments()}>
            {article.comments.map(({ reason, comment, at }) => (
              <li key={`${at} ${comment}`} className={styles.language}>
                <span dir="auto">{comment}</span>
                <span className={styles.hint}>
                  {reasonNames[reason]()} · <RelativeTime at={at} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
