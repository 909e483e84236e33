import type { ColumnTarget, ImportContent, ImportMapping } from '#contracts/data-import/data-import.ts'
import type { TicketFieldId, UserId } from '#contracts/ids.ts'
import { columnFor, priorityFor, statusFor } from './words.ts'

/** What the business has that values of the export may mean. */
export type Known = {
  members: readonly { userId: UserId; name: string; email: string }[]
  fields: readonly { id: TicketFieldId; name: string; key: string }[]
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** The mapping as it is proposed: by the names that other products use, by e-mail and name of members, and by the names of fields. */
export function proposeMapping(content: ImportContent, known: Known): ImportMapping {
  const columns = columnsOf(content, known)
  const statuses = [...content.statuses, ...valuesOf(content, columns, 'status')]
  const priorities = [...content.priorities, ...valuesOf(content, columns, 'priority')]
  const assignees = [...content.assignees, ...valuesOf(content, columns, 'assignee')]
  const fields = [...content.fields.map(({ value }) => value), ...namesOf(columns, 'field')]
  return {
    kinds: ['customer', 'article', 'macro', 'ticket'],
    publishesArticles: true,
    statuses: Object.fromEntries(statuses.map(({ value }) => [value, statusFor(value) ?? 'open'])),
    priorities: Object.fromEntries(priorities.map(({ value }) => [value, priorityFor(value) ?? 'medium'])),
    assignees: Object.fromEntries(assignees.map(({ value }) => [value, memberFor(value, known)])),
    fields: Object.fromEntries(fields.map((name) => [name, fieldFor(name, known)])),
    columns,
  }
}

const memberFor = (value: string, { members }: Known): UserId | null =>
  members.find(({ email, name }) => same(email, value) || same(name, value))?.userId ?? null

const fieldFor = (name: string, { fields }: Known): TicketFieldId | null =>
  fields.find((field) => same(field.name, name) || same(field.key, name.replaceAll(' ', '_')))?.id ?? null

/** Each meaning once, except that several columns may be fields. */
function columnsOf({ columns }: ImportContent, known: Known): Record<string, ColumnTarget | null> {
  const taken = new Set<ColumnTarget>()
  return Object.fromEntries(
    columns.map(({ name }) => {
      const target = columnFor(name) ?? (fieldFor(name, known) ? 'field' : undefined)
      if (!target || (target !== 'field' && taken.has(target))) return [name, null]
      taken.add(target)
      return [name, target]
    }),
  )
}

const namesOf = (columns: Record<string, ColumnTarget | null>, target: ColumnTarget): string[] =>
  Object.entries(columns).flatMap(([name, one]) => (one === target ? [name] : []))

const valuesOf = (content: ImportContent, columns: Record<string, ColumnTarget | null>, target: ColumnTarget) =>
  content.columns.flatMap(({ name, values }) => (columns[name] === target ? values : []))
