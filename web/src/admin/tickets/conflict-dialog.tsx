import { Button, Modal } from '@mantine/core'
import { useRef } from 'react'
import type { TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { categoryLabel, priorityLabel, statusLabel } from '#web/ui/ticket-labels.tsx'
import styles from './conflict-dialog.module.css'
import type { Conflict, Intent } from './ticket-actions.ts'
import { withIntent } from './ticket-actions.ts'

type Field = { key: string; label: () => string; read: (ticket: TicketView) => string }

const fields: readonly Field[] = [
  { key: 'subject', label: m.ticket_field_subject, read: (ticket) => ticket.subject },
  { key: 'status', label: m.ticket_field_status, read: (ticket) => statusLabel(ticket.status) },
  { key: 'priority', label: m.ticket_field_priority, read: (ticket) => priorityLabel(ticket.priority) },
  { key: 'assignee', label: m.ticket_field_assignee, read: (ticket) => ticket.assignee?.name ?? m.ticket_unassigned() },
  { key: 'category', label: m.ticket_field_category, read: (ticket) => categoryLabel(ticket.category) },
  {
    key: 'own',
    label: m.field_of_ticket,
    read: (ticket) => Object.values(ticket.customFields).join(', ') || m.common_none(),
  },
  { key: 'tags', label: m.ticket_field_tags, read: (ticket) => ticket.tags.join(', ') || m.common_none() },
]

/** The fields in which two versions of a ticket differ, with labels. */
export function differences(before: TicketView, after: TicketView): { label: string; from: string; to: string }[] {
  return fields.flatMap(({ label, read }) =>
    read(before) === read(after) ? [] : [{ label: label(), from: read(before), to: read(after) }],
  )
}

type DialogProps = {
  isOpen: boolean
  onClose: () => void
  conflict: Conflict | null
  me: Parameters<typeof withIntent>[2]
  onResolve: (isMine: boolean) => void
}

/** Two members changed one ticket: shows both changes and asks which to keep. */
export function ConflictDialog({ isOpen, onClose, conflict, me, onResolve }: DialogProps) {
  // The text stays during the closing animation.
  const last = useRef(conflict)
  if (conflict) last.current = conflict
  const shown = conflict ?? last.current
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={m.ticket_conflict_title()}
      size={480}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      {shown && <Question {...shown} me={me} onResolve={onResolve} />}
    </Modal>
  )
}

type QuestionProps = Conflict & Pick<DialogProps, 'me' | 'onResolve'>

function Question({ intent, seen, current, by, me, onResolve }: QuestionProps) {
  const theirs = differences(seen, current)
  const mine = differences(seen, withIntent(seen, intent as Intent, me))
  return (
    <>
      <p className={styles.text}>
        {by ? m.ticket_conflict_by({ name: by, number: seen.number }) : m.ticket_conflict_text({ number: seen.number })}
      </p>
      <Changes title={m.ticket_conflict_theirs()} changes={theirs} />
      <Changes title={m.ticket_conflict_mine()} changes={mine} />
      <div className={styles.answers}>
        <Button data-autofocus onClick={() => onResolve(false)}>
          {m.ticket_conflict_keep()}
        </Button>
        <Button variant="filled" onClick={() => onResolve(true)}>
          {m.ticket_conflict_apply()}
        </Button>
      </div>
    </>
  )
}

function Changes({ title, changes }: { title: string; changes: ReturnType<typeof differences> }) {
  if (changes.length === 0) return null
  return (
    <section className={styles.changes}>
      <h3>{title}</h3>
      <dl>
        {changes.map(({ label, from, to }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <s>{from}</s> <span aria-hidden="true">→</span> <strong>{to}</strong>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
