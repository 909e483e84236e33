import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import { isFiltered, type ListFilter, noFilter, priorities, statuses } from '#web/admin/tickets/filter.ts'
import { membersQuery, teamsQuery } from '#web/admin/tickets/queries.ts'
import { Choice, Choices, ClearFilters, SearchField } from '#web/ui/filters.tsx'
import { priorityLabel, statusLabel } from '#web/ui/ticket-labels.tsx'
import styles from './filters.module.css'

type FiltersProps = {
  filter: ListFilter
  onFilter: (patch: Partial<ListFilter>) => void
  searchRef: RefObject<HTMLInputElement | null>
  /** Esc in the empty field: back to the list. */
  onLeave: () => void
}

/** Search and three filters (the third for members and teams), all stored in the address. */
export function Filters({ filter, onFilter, searchRef, onLeave }: FiltersProps) {
  return (
    <div className={styles.filters}>
      <SearchField
        value={filter.search}
        onChange={(search) => onFilter({ search })}
        label={m.ticket_search()}
        placeholder={m.ticket_search_placeholder()}
        clearLabel={m.ticket_search_clear()}
        hint="/"
        fieldRef={searchRef}
        onLeave={onLeave}
      />
      <Choices>
        <Choice
          label={m.ticket_filter_status()}
          value={filter.status}
          options={[
            { value: 'all', label: m.ticket_filter_all() },
            ...statuses.map((value) => ({ value, label: statusLabel(value) })),
          ]}
          onChange={(value) => onFilter({ status: value as ListFilter['status'] })}
        />
        <Choice
          label={m.ticket_filter_priority()}
          value={filter.priority}
          options={[
            { value: 'all', label: m.ticket_filter_all() },
            ...priorities.map((value) => ({ value, label: priorityLabel(value) })),
          ]}
          onChange={(value) => onFilter({ priority: value as ListFilter['priority'] })}
        />
        <AssigneeChoice filter={filter} onFilter={onFilter} />
        {isFiltered(filter) && <ClearFilters onClear={() => onFilter(noFilter)} />}
      </Choices>
    </div>
  )
}

function AssigneeChoice({ filter, onFilter }: Pick<FiltersProps, 'filter' | 'onFilter'>) {
  const { user } = useMember()
  const { data: members = [] } = useQuery(membersQuery)
  const { data: teams = [] } = useQuery(teamsQuery)
  const others = members.filter((member) => member.id !== user.id)
  return (
    <Choice
      label={m.ticket_filter_assignee()}
      value={filter.team === 'all' ? filter.assignee : `team ${filter.team}`}
      options={[
        { value: 'all', label: m.ticket_filter_all() },
        { value: 'me', label: m.ticket_filter_me() },
        { value: 'none', label: m.ticket_unassigned() },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
        ...teams.map(({ id, name }) => ({ value: `team ${id}`, label: m.ticket_filter_team({ team: name }) })),
      ]}
      onChange={(value) =>
        onFilter(
          value.startsWith('team ') ? { assignee: 'all', team: value.slice(5) } : { assignee: value, team: 'all' },
        )
      }
    />
  )
}
