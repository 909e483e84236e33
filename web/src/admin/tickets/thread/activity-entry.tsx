import { IconBolt, IconRobot, IconSparkles, IconUser } from '@tabler/icons-react'
import type { Priority } from '#contracts/conversation/escalation.ts'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import type { ActivityView, ChangedField, FieldChangeView } from '#contracts/ticket/ticket-activity.ts'
import * as m from '#i18n/messages.js'
import { timeText } from '#web/admin/tickets/snooze/snooze-text.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { categoryLabel, priorityLabel, statusLabel } from '#web/ui/ticket-labels.tsx'
import styles from './activity-entry.module.css'

const same = (value: string) => value

const FIELDS: Record<ChangedField, { label: () => string; show: (value: string) => string }> = {
  status: { label: m.ticket_field_status, show: (value) => statusLabel(value as TicketStatus) },
  priority: { label: m.ticket_field_priority, show: (value) => priorityLabel(value as Priority) },
  assignee: { label: m.ticket_field_assignee, show: same },
  team: { label: m.timeline_team, show: same },
  tags: { label: m.ticket_field_tags, show: same },
  category: { label: m.ticket_field_category, show: categoryLabel },
  subject: { label: m.ticket_field_subject, show: same },
  snooze: { label: m.timeline_snooze, show: (at) => (at === 'reply' ? m.ticket_snooze_reply() : timeText(at)) },
  merge: { label: m.merge_into_line, show: same },
}

const KINDS = {
  member: { Icon: IconUser, label: m.timeline_member },
  guest: { Icon: IconUser, label: m.timeline_customer },
  assistant: { Icon: IconSparkles, label: m.timeline_assistant },
  system: { Icon: IconRobot, label: m.timeline_system },
  rule: { Icon: IconBolt, label: m.timeline_rule },
}

/** One change of a ticket between its messages: who, what from and to, and when. */
export function ActivityEntry({ entry }: { entry: ActivityView }) {
  const { Icon, label } = KINDS[entry.type === 'automation' ? 'rule' : entry.actorKind]
  return (
    <p className={styles.entry}>
      <Icon size={14} stroke={1.5} role="img" aria-label={label()} />
      <span>
        <span className={styles.who}>{entry.actorName}</span>{' '}
        {entry.changes.length === 0
          ? entry.action
          : entry.changes.map((change, at) => <Change key={change.field} change={change} isFirst={at === 0} />)}
      </span>
      <RelativeTime at={entry.at} />
    </p>
  )
}

function Change({ change: { field, from, to }, isFirst }: { change: FieldChangeView; isFirst: boolean }) {
  const { label, show } = FIELDS[field]
  const text = (value: string | null) => (value === null ? m.common_none() : show(value))
  return (
    <>
      {!isFirst && ', '}
      {label()}: <s>{text(from)}</s> <span aria-hidden="true">→</span> <strong>{text(to)}</strong>
    </>
  )
}

type FilterProps = { isShown: boolean; onChange: (isShown: boolean) => void }

/** Shows all that happened to the ticket, or its messages alone. */
export function TimelineFilter({ isShown, onChange }: FilterProps) {
  return (
    <fieldset className={styles.filter}>
      <legend className="visually-hidden">{m.ticket_activity()}</legend>
      {[true, false].map((value) => (
        <button key={String(value)} type="button" aria-pressed={isShown === value} onClick={() => onChange(value)}>
          {value ? m.timeline_all() : m.timeline_messages()}
        </button>
      ))}
    </fieldset>
  )
}
