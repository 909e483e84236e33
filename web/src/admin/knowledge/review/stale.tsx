import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReviewStatus, StaleEntryView } from '#contracts/quality/knowledge-review.ts'
import { setStaleStatus } from '#contracts/quality/knowledge-review.ts'
import * as m from '#i18n/messages.js'
import card from '#web/admin/knowledge/waiting-card.module.css'
import { SectionLink } from '#web/admin/section-link.tsx'
import { call } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import { placeOf, sourceLabel, staleText } from './labels.ts'
import { reviewKey } from './queries.ts'
import styles from './review.module.css'

/** An entry that may be out of date, and why. */
export function Stale({ entry, canEdit }: { entry: StaleEntryView; canEdit: boolean }) {
  const client = useQueryClient()
  const change = async (status: ReviewStatus) => {
    try {
      await call(setStaleStatus, { params: { staleEntryId: entry.id }, body: { status } })
      if (status === 'dismissed') notify.success(m.review_dismissed_toast(), () => void change('open'))
      await client.invalidateQueries({ queryKey: reviewKey })
    } catch (error) {
      notify.failure(error)
    }
  }
  return (
    <li className={card.entry}>
      <div className={card.words}>
        <SectionLink section="knowledge" values={placeOf(entry.kind, entry.sourceId)} className={styles.source}>
          <span className={styles.kind}>{sourceLabel(entry.kind)}</span>
          <span className={styles.title}>{entry.title}</span>
        </SectionLink>
        <p className={styles.soft}>
          {staleText(entry)}
          {entry.url && (
            <>
              {' '}
              <a href={entry.url} target="_blank" rel="noopener noreferrer">
                {m.review_open_page()}
              </a>
            </>
          )}
        </p>
      </div>
      {canEdit && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          onClick={() => void change(entry.status === 'open' ? 'dismissed' : 'open')}
        >
          {entry.status === 'open' ? m.review_still_true() : m.review_reopen()}
        </Button>
      )}
    </li>
  )
}
