import { IconGitMerge } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { TicketDetailView } from '#contracts/ticket/ticket.ts'
import type { TicketMergeView } from '#contracts/ticket/ticket-merge.ts'
import * as m from '#i18n/messages.js'
import { isFollowedHere } from '#web/lib/followed-here.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import styles from './merge.module.css'
import { type Numbered, useMergeActions } from './merge-actions.ts'

type Links = { onOpen: (id: string) => void; hrefOf: (id: string) => string }

/** Where the open ticket leads on to, and what was merged into it; each merge with its undo. */
export function MergeNote({ detail, onOpen, hrefOf }: Links & { detail: TicketDetailView }) {
  const { ticket, mergedInto, merged } = detail
  return (
    <div role="status">
      {mergedInto && (
        <Line merge={mergedInto} source={ticket}>
          {m.merge_into_line()} <To {...mergedInto.ticket} onOpen={onOpen} hrefOf={hrefOf} />
        </Line>
      )}
      {merged.map((one) => (
        <Line key={one.id} merge={one} source={one.ticket}>
          {m.merge_from_line()} <To {...one.ticket} onOpen={onOpen} hrefOf={hrefOf} />
        </Line>
      ))}
    </div>
  )
}

function To({ id, number, subject, onOpen, hrefOf }: Numbered & Links) {
  return (
    <a
      href={hrefOf(id)}
      onClick={(event) => {
        if (!isFollowedHere(event)) return
        event.preventDefault()
        onOpen(id)
      }}
    >
      #{number} {subject}
    </a>
  )
}

type LineProps = { merge: TicketMergeView; source: Numbered; children: ReactNode }

function Line({ merge, source, children }: LineProps) {
  const { undo } = useMergeActions()
  return (
    <p className={styles.line}>
      <IconGitMerge size={16} stroke={1.5} aria-hidden="true" />
      <span className={styles.text}>{children}</span>
      <small>
        {merge.mergedBy} · <RelativeTime at={merge.mergedAt} />
      </small>
      <button type="button" onClick={() => void undo(source, merge.id)}>
        {m.merge_undo()}
      </button>
    </p>
  )
}
