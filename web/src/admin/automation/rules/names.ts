import { useQuery } from '@tanstack/react-query'
import type { ConditionPart } from '#contracts/automation/rule.ts'
import type { TicketFieldView } from '#contracts/ticket/ticket-field.ts'
import * as m from '#i18n/messages.js'
import { priorities, statuses } from '#web/admin/tickets/filter.ts'
import { membersQuery, teamsQuery } from '#web/admin/tickets/queries.ts'
import { ticketFieldsQuery } from '#web/admin/tickets/ticket-fields.ts'
import { priorityLabel, statusLabel } from '#web/ui/ticket-labels.tsx'
import { channelLabels, optionsOf } from './labels.ts'

export type Option = { value: string; label: string }

/** What the values of conditions and actions are called: those of a list by their labels, members and teams by their names. */
export type Names = {
  members: Option[]
  teams: Option[]
  /** The business's own fields that are in use. */
  fields: TicketFieldView[]
  of: (part: ConditionPart) => Option[]
}

/** The names of members, teams and all fixed values. */
export function useNames(): Names {
  const { data: members = [] } = useQuery(membersQuery)
  const { data: teams = [] } = useQuery(teamsQuery)
  const { data: fields } = useQuery(ticketFieldsQuery)
  const named = (rows: readonly { id: string; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }))
  const lists: Partial<Record<ConditionPart, Option[]>> = {
    statuses: statuses.map((value) => ({ value, label: statusLabel(value) })),
    priorities: priorities.map((value) => ({ value, label: priorityLabel(value) })),
    channels: optionsOf(channelLabels),
    assignees: [{ value: 'none', label: m.rule_nobody() }, ...named(members)],
    teams: [{ value: 'none', label: m.rule_no_team() }, ...named(teams)],
    ratings: [
      ...['1', '2', '3', '4', '5'].map((value) => ({
        value,
        label: value === '1' ? m.rule_star() : m.rule_stars({ count: value }),
      })),
      { value: 'none', label: m.rule_not_rated() },
    ],
  }
  return {
    members: named(members),
    teams: named(teams),
    fields: fields?.items.filter(({ isArchived }) => !isArchived) ?? [],
    of: (part) => lists[part] ?? [],
  }
}

/** The label of a value; one that is no longer there is somebody who left, others are themselves. */
export const labelIn = (options: readonly Option[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? (options.length > 0 ? m.rule_gone() : value)
