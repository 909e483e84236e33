import type { FaqDetail } from '#contracts/knowledge/faq.ts'
import * as m from '#i18n/messages.js'
import { formatDate, formatNumber, formatRelative } from '#web/lib/format.ts'
import styles from './faq-usage.module.css'

/** How often a FAQ was cited, its ratings, and its uses in the last 30 days. */
export function FaqUsage({ detail }: { detail: FaqDetail }) {
  const { faq, uses, lastUsedAt, helpful, notHelpful } = detail
  const rated = helpful + notHelpful
  const most = Math.max(1, ...uses.map(({ count }) => count))
  const dayOf = (day: string) => formatDate(`${day}T12:00:00Z`)
  return (
    <section className={styles.use} aria-label={m.knowledge_use()}>
      <dl className={styles.figures}>
        <div>
          <dt>{m.knowledge_use_views()}</dt>
          <dd>{formatNumber(faq.views)}</dd>
        </div>
        <div>
          <dt>{m.knowledge_use_helpful()}</dt>
          <dd>{rated ? m.knowledge_use_helpful_of({ helpful, count: rated }) : m.knowledge_use_none()}</dd>
        </div>
        <div>
          <dt>{m.knowledge_use_last()}</dt>
          <dd>{lastUsedAt ? formatRelative(lastUsedAt) : m.knowledge_use_never()}</dd>
        </div>
      </dl>
      {faq.views > 0 && (
        <div className={styles.days} role="img" aria-label={m.knowledge_use_days()}>
          {uses.map(({ day, count }) => (
            <span
              key={day}
              className={styles.day}
              data-empty={count === 0 || undefined}
              style={{ height: `${Math.max(4, (100 * count) / most)}%` }}
              title={m.knowledge_use_day({ day: dayOf(day), count })}
            />
          ))}
        </div>
      )}
    </section>
  )
}
