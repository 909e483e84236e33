import { useQuery } from '@tanstack/react-query'
import type { SavedView, SavedViewProblem } from '#contracts/ticket/saved-view.ts'
import { exportTickets } from '#contracts/ticket/ticket-export.ts'
import * as m from '#i18n/messages.js'
import { useLiveCounts } from '#web/admin/ticket-counters.ts'
import { type ListFilter, noFilter } from '#web/admin/tickets/filter.ts'
import { addressOf } from '#web/lib/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Choice } from '#web/ui/filters.tsx'
import styles from './filters.module.css'
import { viewOf, viewsQuery } from './views.ts'

type ViewChoiceProps = { filter: ListFilter; onReplace: (filter: ListFilter) => void; onSave: () => void }

/** The saved views with the number of their tickets, live, and the ways to save the present filter and to export its tickets. */
export function ViewChoice({ filter, onReplace, onSave }: ViewChoiceProps) {
  useLiveCounts(viewsQuery.queryKey)
  const { data } = useQuery(viewsQuery)
  const views = data?.items ?? []
  return (
    <Choice
      label={m.view_choice()}
      value={viewOf(views, filter)?.id ?? 'all'}
      options={[
        { value: 'all', label: m.view_choice_all() },
        ...views.map((view) => ({ value: view.id, label: nameOf(view, views), hint: formatNumber(view.count) })),
        { value: 'save', label: m.view_save() },
        ...(data?.can.export ? [{ value: 'export', label: m.view_export() }] : []),
      ]}
      onChange={(value) => {
        if (value === 'save') onSave()
        else if (value === 'export') location.assign(addressOf(exportTickets.path, { query: filter }))
        else onReplace(views.find(({ id }) => id === value)?.filter ?? noFilter)
      }}
    />
  )
}

/** Its name; an own view beside a shared one of the same name says whose it is. */
function nameOf({ name, isShared }: SavedView, views: readonly SavedView[]): string {
  const isTwice = views.filter((other) => other.name === name).length > 1
  return isTwice ? `${name} (${isShared ? m.view_shared() : m.view_mine()})` : name
}

const problems: Record<SavedViewProblem, (inputs: { view: string }) => string> = {
  deleted_team: m.view_problem_deleted_team,
  former_member: m.view_problem_former_member,
  deleted_tag: m.view_problem_deleted_tag,
  archived_field: m.view_problem_archived_field,
}

/** Says why the chosen view may show nothing. */
export function ViewProblem({ filter }: { filter: ListFilter }) {
  const { data } = useQuery(viewsQuery)
  const view = viewOf(data?.items ?? [], filter)
  if (!view?.problem) return null
  return (
    <p className={styles.problem} role="status">
      {problems[view.problem]({ view: view.name })}
    </p>
  )
}
