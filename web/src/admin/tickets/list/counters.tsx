import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import type { TicketCounters } from '#contracts/ticket/ticket-counters.ts'
import * as m from '#i18n/messages.js'
import { countersQuery } from '#web/admin/ticket-counters.ts'
import type { FilterPatch, ListFilter } from '#web/admin/tickets/filter.ts'
import { formatNumber } from '#web/lib/format.ts'
import { StatusBadge } from '#web/ui/ticket-labels.tsx'
import styles from './counters.module.css'

/** The server counts up to this number. */
const MANY = 10_000

const shown: { key: keyof TicketCounters; status: TicketStatus; label: () => string }[] = [
  { key: 'open', status: 'open', label: m.ticket_counter_open },
  { key: 'inProgress', status: 'in-progress', label: m.ticket_counter_in_progress },
  { key: 'resolvedToday', status: 'resolved', label: m.ticket_counter_resolved_today },
]

type CountersProps = { filter: ListFilter; onFilter: (patch: FilterPatch) => void }

/** Three counters; each filters the list by its status, pressing again shows all. */
export const Counters = memo(function Counters({ filter, onFilter }: CountersProps) {
  const { data } = useQuery(countersQuery)
  return (
    <fieldset className={styles.counters} aria-label={m.ticket_counters()}>
      {shown.map(({ key, status, label }) => {
        const isOn = filter.statuses?.join() === status
        return (
          <button
            key={key}
            type="button"
            className={styles.counter}
            aria-pressed={isOn}
            onClick={() => onFilter({ statuses: isOn ? undefined : [status] })}
          >
            <span className={styles.number}>{data ? figure(data[key]) : m.common_none()}</span>
            <span className={styles.label}>
              <span aria-hidden="true">
                <StatusBadge status={status} isDot />
              </span>
              {label()}
            </span>
          </button>
        )
      })}
    </fieldset>
  )
})

function figure(count: number): string {
  return count > MANY ? m.ticket_many({ count: formatNumber(MANY) }) : formatNumber(count)
}
