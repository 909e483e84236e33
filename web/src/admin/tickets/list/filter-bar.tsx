import { useQuery } from '@tanstack/react-query'
import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import { isFiltered, noFilter, priorities, statuses } from '#web/admin/tickets/filter.ts'
import { membersQuery, teamsQuery } from '#web/admin/tickets/queries.ts'
import { Choice, Choices, ClearFilters } from '#web/ui/filters.tsx'
import { priorityLabel, statusLabel } from '#web/ui/ticket-labels.tsx'
import type { FiltersProps } from './filters.tsx'

/** The value of a choice: `all`, the one value of the filter, or several. */
const choiceOf = (given: readonly string[] | undefined): string => given?.join() ?? 'all'
const chosen = <Value extends string>(value: string): Value[] | undefined =>
  value === 'all' ? undefined : [value as Value]

/** Filters by status, priority, and member or team. */
export function FilterBar({ filter, onFilter, onReplace }: FiltersProps) {
  return (
    <Choices>
      <Choice
        label={m.ticket_filter_status()}
        value={choiceOf(filter.statuses)}
        options={[
          { value: 'all', label: m.ticket_filter_all() },
          ...statuses.map((value) => ({ value, label: statusLabel(value) })),
        ]}
        onChange={(value) => onFilter({ statuses: chosen(value) })}
      />
      <Choice
        label={m.ticket_filter_priority()}
        value={choiceOf(filter.priorities)}
        options={[
          { value: 'all', label: m.ticket_filter_all() },
          ...priorities.map((value) => ({ value, label: priorityLabel(value) })),
        ]}
        onChange={(value) => onFilter({ priorities: chosen(value) })}
      />
      <AssigneeChoice filter={filter} onFilter={onFilter} />
      {isFiltered(filter) && <ClearFilters onClear={() => onReplace(noFilter)} />}
    </Choices>
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
      value={filter.teams ? `team ${filter.teams.join()}` : choiceOf(filter.assignees)}
      options={[
        { value: 'all', label: m.ticket_filter_all() },
        { value: 'me', label: m.ticket_filter_me() },
        { value: 'none', label: m.ticket_unassigned() },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
        ...teams.map(({ id, name }) => ({ value: `team ${id}`, label: m.ticket_filter_team({ team: name }) })),
      ]}
      onChange={(value) =>
        onFilter(
          value.startsWith('team ')
            ? { assignees: undefined, teams: chosen(value.slice(5)) }
            : { assignees: chosen(value), teams: undefined },
        )
      }
    />
  )
}
