import { Button } from '@mantine/core'
import { IconArrowUpRight, IconChevronDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConflictSide, KnowledgeConflictView, ReviewStatus } from '#contracts/quality/knowledge-review.ts'
import { setConflictStatus } from '#contracts/quality/knowledge-review.ts'
import * as m from '#i18n/messages.js'
import { SectionLink } from '#web/admin/section-link.tsx'
import { call } from '#web/lib/call.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { notify } from '#web/ui/notify.ts'
import { conflictLabel, placeOf, sourceLabel } from './labels.ts'
import { Passage } from './passage.tsx'
import { reviewKey } from './queries.ts'
import styles from './review.module.css'
import { Told } from './told.tsx'

/** Two passages side by side, what differs in them, who was told which, and what a person can do. */
export function Conflict({ conflict, canEdit }: { conflict: KnowledgeConflictView; canEdit: boolean }) {
  const client = useQueryClient()
  const [isTold, setTold] = useState(false)
  const { id, kind, first, second, status } = conflict
  const change = async (next: ReviewStatus) => {
    try {
      await call(setConflictStatus, { params: { knowledgeConflictId: id }, body: { status: next } })
      if (next === 'dismissed') notify.success(m.review_dismissed_toast(), () => void change('open'))
      await client.invalidateQueries({ queryKey: reviewKey })
    } catch (error) {
      notify.failure(error)
    }
  }
  return (
    <li className={styles.conflict} aria-labelledby={`conflict-${id}`}>
      <div className={styles.line}>
        <h3 id={`conflict-${id}`}>
          {conflictLabel(kind)}
          <span className={styles.unseen}>
            {': '}
            {first.title} / {second.title}
          </span>
        </h3>
        <span className={styles.soft}>
          {conflict.dismissedByName ? m.review_dismissed_by({ name: conflict.dismissedByName }) : m.review_found()}{' '}
          {!conflict.dismissedByName && <RelativeTime at={conflict.foundAt} />}
        </span>
      </div>
      <div className={styles.sides}>
        <Side side={first} />
        <Side side={second} />
      </div>
      {isTold && <Told id={id} titles={{ first: first.title, second: second.title }} />}
      <div className={styles.actions}>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          aria-expanded={isTold}
          rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden="true" className={styles.chevron} />}
          onClick={() => setTold(!isTold)}
        >
          {m.review_who_was_told()}
        </Button>
        {canEdit &&
          (status === 'open' ? (
            <Button size="xs" onClick={() => void change('dismissed')}>
              {m.review_no_conflict()}
            </Button>
          ) : (
            <Button size="xs" variant="subtle" color="gray" onClick={() => void change('open')}>
              {m.review_reopen()}
            </Button>
          ))}
      </div>
    </li>
  )
}

function Side({ side }: { side: ConflictSide }) {
  return (
    <section className={styles.side} aria-label={m.review_side({ kind: sourceLabel(side.kind), title: side.title })}>
      <SectionLink section="knowledge" values={placeOf(side.kind, side.id)} className={styles.source}>
        <span className={styles.kind}>{sourceLabel(side.kind)}</span>
        <span className={styles.title}>{side.title}</span>
        <IconArrowUpRight size={14} stroke={1.75} aria-hidden="true" />
      </SectionLink>
      <Passage side={side} />
    </section>
  )
}
