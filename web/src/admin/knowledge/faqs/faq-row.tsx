import type { FaqView } from '#contracts/knowledge/faq.ts'
import * as m from '#i18n/messages.js'
import { faqCategoryLabel } from '#web/admin/knowledge/labels.ts'
import { Badge } from '#web/kit/surface.tsx'
import { formatAge, formatExact } from '#web/lib/format.ts'
import { SampleBadge } from '#web/ui/parts.tsx'
import { PriorityBadge } from '#web/ui/ticket-labels.tsx'
import styles from './faq-row.module.css'

/** A FAQ in the list: question, start of the answer, state and use. */
export function FaqRow({ faq, onOpen }: { faq: FaqView; onOpen: () => void }) {
  return (
    <li className={styles.row}>
      <PriorityBadge priority={faq.priority} isIcon />
      <div className={styles.words}>
        <button type="button" className={styles.question} onClick={onOpen}>
          {faq.question}
        </button>
        <p className={styles.answer}>{faq.answer}</p>
      </div>
      <div className={styles.marks}>
        {faq.isDemo && <SampleBadge />}
        {!faq.isPublished && <Badge tone="waiting">{m.knowledge_status_draft()}</Badge>}
        <span className={styles.category}>{faqCategoryLabel(faq.category)}</span>
      </div>
      <div className={styles.figures}>
        <span title={m.knowledge_faq_views_hint()}>{m.knowledge_faq_views({ count: faq.views })}</span>
        {faq.helpfulPercent !== null && <span>{m.knowledge_faq_helpful({ percent: faq.helpfulPercent })}</span>}
      </div>
      <time className={styles.age} dateTime={faq.updatedAt} title={formatExact(faq.updatedAt)}>
        {formatAge(faq.updatedAt)}
      </time>
    </li>
  )
}
