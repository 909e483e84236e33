import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import * as m from '#i18n/messages.js'
import { useMember } from '#web/admin/session.ts'
import {
  type FilterPatch,
  isFiltered,
  type ListFilter,
  noFilter,
  priorities,
  statuses,
} from '#web/admin/tickets/filter.ts'
import { membersQuery, teamsQuery } from '#web/admin/tickets/queries.ts'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { Choice, Choices, ClearFilters, MoreChoices } from '#web/ui/filters.tsx'
import { priorityLabel, statusLabel } from '#web/ui/ticket-labels.tsx'
import { ViewChoice, ViewProblem } from './view-choice.tsx'

const FilterDialog = lazyDialog(async () => (await import('./filter-dialog.tsx')).FilterDialog)
const ViewDialog = lazyDialog(async () => (await import('./view-dialog.tsx')).ViewDialog)

export type FiltersProps = {
  filter: ListFilter
  onFilter: (patch: FilterPatch) => void
  onReplace: (filter: ListFilter) => void
}

/** The value of a choice: `all`, the one value of the filter, or several. */
const choiceOf = (given: readonly string[] | undefined): string => given?.join() ?? 'all'
const chosen = <Value extends string>(value: string): Value[] | undefined =>
  value === 'all' ? undefined : [value as Value]

/** Parts of the filter that have no choice of their own in the bar. */
const MORE = [
  'tags',
  'categories',
  'channels',
  'sources',
  'utmSources',
  'ratings',
  'createdWithinDays',
  'unread',
  'snoozed',
  'customerId',
  'dated',
] as const

/** The button to all filters, saved views, filters by status, priority, and member or team, and the dialogs for all filters and for saving them. */
export const FilterBar = memo(function FilterBar({ filter, onFilter, onReplace }: FiltersProps) {
  const [dialog, setDialog] = useState<'filter' | 'view' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <MoreChoices
        label={m.filter_more()}
        isOn={MORE.some((part) => filter[part] !== undefined)}
        onClick={() => setDialog('filter')}
      />
      <Choices>
        <ViewChoice filter={filter} onReplace={onReplace} onSave={() => setDialog('view')} />
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
      <ViewProblem filter={filter} />
      <FilterDialog isOpen={dialog === 'filter'} onClose={close} filter={filter} onReplace={onReplace} />
      <ViewDialog isOpen={dialog === 'view'} onClose={close} filter={filter} />
    </>
  )
})

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
