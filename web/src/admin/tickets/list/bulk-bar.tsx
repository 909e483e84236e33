import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { Priority } from '#contracts/conversation/escalation.ts'
import type { BulkChangeId, MacroId, TeamId, TicketId, UserId } from '#contracts/ids.ts'
import { startBulkChange } from '#contracts/ticket/bulk-change.ts'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import type { MacroAction } from '#contracts/ticket/ticket-action.ts'
import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import { type ListFilter, priorities, statuses } from '#web/admin/tickets/filter.ts'
import { membersQuery, teamsQuery } from '#web/admin/tickets/queries.ts'
import { snoozeChoices, snoozeEndOf } from '#web/admin/tickets/snooze/snooze-choices.ts'
import { call, newId } from '#web/lib/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Choice } from '#web/ui/filters.tsx'
import { priorityLabel, statusLabel } from '#web/ui/ticket-labels.tsx'
import { useStandsStill } from '#web/ui/use-stands-still.ts'
import styles from './bulk-bar.module.css'
import { RunMacro } from './run-macro.tsx'
import { useBulkChange } from './use-bulk-change.ts'

type BulkBarProps = { selected: ReadonlySet<string>; filter: ListFilter; onClear: () => void }

/** What can be done with the marked tickets, or with all that match the filter; then how far the change is. */
export function BulkBar({ selected, filter, onClear }: BulkBarProps) {
  const [isAll, setAll] = useState(false)
  const { running, run, cancel } = useBulkChange()
  useEffect(() => {
    if (selected.size === 0) setAll(false)
  }, [selected])
  if (running) return <Progress {...running} onCancel={cancel} />
  if (selected.size === 0) return null
  const apply = (change: { actions: MacroAction[] } | { macroId: MacroId }) => {
    const selection = isAll ? { filter } : { ticketIds: [...selected] as TicketId[] }
    const body = { id: newId<BulkChangeId>(), ...change, selection }
    void run(() => call(startBulkChange, { body })).then((isStarted) => isStarted && onClear())
  }
  return (
    <section className={styles.bar} aria-label={m.bulk_change()}>
      <p className={styles.line}>
        <strong role="status">
          {isAll ? m.bulk_all_selected() : m.bulk_selected({ count: formatNumber(selected.size) })}
        </strong>
        {!isAll && (
          <button type="button" className={styles.link} onClick={() => setAll(true)}>
            {m.bulk_select_all()}
          </button>
        )}
        <button type="button" className={styles.link} onClick={onClear}>
          {m.bulk_clear()}
        </button>
      </p>
      <Changes onApply={(action) => apply({ actions: [action] })}>
        <RunMacro count={isAll ? null : selected.size} onRun={(macroId) => apply({ macroId })} />
      </Changes>
    </section>
  )
}

function Progress({ done, total, onCancel }: { done: number; total: number; onCancel: () => void }) {
  const isWaiting = useStandsStill(done)
  return (
    <section className={styles.bar} aria-label={m.bulk_change()}>
      <p className={styles.line}>
        <span role="status">
          {m.bulk_progress({ done: formatNumber(done), total: formatNumber(total) })} {isWaiting && m.bulk_waits()}
        </span>
        <button type="button" className={styles.link} onClick={onCancel}>
          {m.common_cancel()}
        </button>
      </p>
      <progress className={styles.progress} value={done} max={total} aria-hidden="true" />
    </section>
  )
}

type ChangesProps = { onApply: (action: MacroAction) => void; children: ReactNode }

function Changes({ onApply, children }: ChangesProps) {
  return (
    <div className={styles.choices}>
      <Choice
        label={m.ticket_filter_status()}
        value="all"
        options={statuses.map((value) => ({ value, label: statusLabel(value) }))}
        onChange={(status) => onApply({ type: 'set_status', status: status as TicketStatus })}
      />
      <Choice
        label={m.ticket_filter_priority()}
        value="all"
        options={priorities.map((value) => ({ value, label: priorityLabel(value) }))}
        onChange={(priority) => onApply({ type: 'set_priority', priority: priority as Priority })}
      />
      <Assign onApply={onApply} />
      <Choice
        label={m.ticket_snooze()}
        value="all"
        options={snoozeChoices()}
        onChange={(end) => onApply({ type: 'snooze', until: snoozeEndOf(end) })}
      />
      {children}
      <TagForm onApply={onApply} />
    </div>
  )
}

function Assign({ onApply }: { onApply: (action: MacroAction) => void }) {
  const { user } = useMember()
  const { data: members = [] } = useQuery(membersQuery)
  const { data: teams = [] } = useQuery(teamsQuery)
  const choose = (value: string) => {
    const [kind, id] = value.split(' ')
    if (kind === 'team') onApply({ type: 'assign_team', teamId: id === 'none' ? null : (id as TeamId) })
    else onApply({ type: 'assign_member', assigneeId: id === 'none' ? null : id === 'me' ? 'me' : (id as UserId) })
  }
  return (
    <Choice
      label={m.ticket_filter_assignee()}
      value="all"
      options={[
        { value: 'member me', label: m.bulk_assign_me() },
        { value: 'member none', label: m.ticket_unassigned() },
        ...members.filter(({ id }) => id !== user.id).map(({ id, name }) => ({ value: `member ${id}`, label: name })),
        ...teams.map(({ id, name }) => ({ value: `team ${id}`, label: m.ticket_filter_team({ team: name }) })),
        ...(teams.length > 0 ? [{ value: 'team none', label: m.bulk_no_team() }] : []),
      ]}
      onChange={choose}
    />
  )
}

/** Adds or removes a tag; the text stays until one of the two is pressed. */
function TagForm({ onApply }: { onApply: (action: MacroAction) => void }) {
  const [text, setText] = useState('')
  const tag = text.trim()
  return (
    <form
      className={styles.tag}
      onSubmit={(event) => {
        event.preventDefault()
        if (tag) onApply({ type: 'add_tag', tag })
      }}
    >
      <input
        value={text}
        maxLength={40}
        placeholder={m.bulk_tag()}
        aria-label={m.bulk_tag()}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" className={styles.link} disabled={!tag}>
        {m.bulk_tag_add()}
      </button>
      <button
        type="button"
        className={styles.link}
        disabled={!tag}
        onClick={() => onApply({ type: 'remove_tag', tag })}
      >
        {m.bulk_tag_remove()}
      </button>
    </form>
  )
}
