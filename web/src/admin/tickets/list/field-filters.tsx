import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TicketFieldView } from '#contracts/ticket/ticket-field.ts'
import * as m from '#i18n/messages.js'
import { ticketFieldsQuery } from '#web/admin/tickets/ticket-fields.ts'

type Props = { filter: readonly string[]; onChange: (filter: string[]) => void }

/** The fields of the business that have a list of values, each as a filter; an archived one only while it is filtered by. */
export function FieldFilters({ filter, onChange }: Props) {
  const { data } = useQuery(ticketFieldsQuery)
  const isFiltered = ({ id }: TicketFieldView) => filter.some((one) => one.startsWith(id))
  const fields = data?.items.filter(
    (field) =>
      (field.type === 'choice' || field.type === 'choices' || field.type === 'yes_no') &&
      (!field.isArchived || isFiltered(field)),
  )
  return fields?.map((field) => (
    <MultiSelect
      key={field.id}
      label={field.isArchived ? m.field_archived_value({ name: field.name }) : field.name}
      data={valuesOf(field)}
      value={filter.filter((one) => one.startsWith(field.id)).map((one) => one.slice(37))}
      onChange={(values) =>
        onChange([
          ...filter.filter((one) => !one.startsWith(field.id)),
          ...values.map((value) => `${field.id}:${value}`),
        ])
      }
    />
  ))
}

const valuesOf = ({ type, options }: TicketFieldView) => [
  ...(type === 'yes_no'
    ? [
        { value: 'yes', label: m.field_yes() },
        { value: 'no', label: m.field_no() },
      ]
    : options.map((value) => ({ value, label: value }))),
  { value: 'none', label: m.field_unset() },
]
