import { Select, TagsInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import * as m from '#i18n/messages.js'
import { priorities, statuses } from '#web/admin/tickets/filter.ts'
import { membersQuery, teamsQuery } from '#web/admin/tickets/queries.ts'
import { snoozeChoices } from '#web/admin/tickets/snooze/snooze-choices.ts'
import { priorityLabel, statusLabel } from '#web/ui/ticket-labels.tsx'
import { FieldValues } from './field-values.tsx'
import type { Values } from './values.ts'

/** What a macro changes on the ticket; an input that is left empty changes nothing. */
export function ActionFields({ form }: { form: UseFormReturnType<Values> }) {
  const { data: members = [] } = useQuery(membersQuery)
  const { data: teams = [] } = useQuery(teamsQuery)
  const people = [
    { value: 'me', label: m.macro_me_choice() },
    ...members.map(({ id: value, name: label }) => ({ value, label })),
  ]
  return (
    <>
      <Select
        label={m.macro_status()}
        placeholder={m.macro_unchanged()}
        clearable
        data={statuses.map((value) => ({ value, label: statusLabel(value) }))}
        {...form.getInputProps('status')}
      />
      <Select
        label={m.macro_priority()}
        placeholder={m.macro_unchanged()}
        clearable
        data={priorities.map((value) => ({ value, label: priorityLabel(value) }))}
        {...form.getInputProps('priority')}
      />
      <Select
        label={m.macro_assignee()}
        placeholder={m.macro_unchanged()}
        clearable
        data={people}
        {...form.getInputProps('assignee')}
      />
      <Select
        label={m.macro_team()}
        placeholder={m.macro_unchanged()}
        clearable
        data={teams.map(({ id: value, name: label }) => ({ value, label }))}
        {...form.getInputProps('team')}
      />
      <TagsInput label={m.macro_tags()} maxTags={4} maxLength={40} {...form.getInputProps('tags')} />
      <Select
        label={m.ticket_snooze()}
        placeholder={m.macro_unchanged()}
        clearable
        data={snoozeChoices()}
        {...form.getInputProps('snooze')}
      />
      <FieldValues actions={form.values.fields} onChange={(fields) => form.setFieldValue('fields', fields)} />
      <Textarea label={m.macro_note()} autosize minRows={1} maxRows={6} {...form.getInputProps('note')} />
    </>
  )
}
