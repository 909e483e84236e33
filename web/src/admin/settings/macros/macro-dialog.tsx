import { Button, Modal, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Priority } from '#contracts/conversation/escalation.ts'
import type { MacroId, TeamId, UserId } from '#contracts/ids.ts'
import { changeMacro, createMacro, type MacroView } from '#contracts/ticket/macro.ts'
import { VARIABLES } from '#contracts/ticket/template.ts'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import type { MacroAction } from '#contracts/ticket/ticket-action.ts'
import * as m from '#i18n/messages.js'
import styles from '#web/admin/team/team.module.css'
import { statuses } from '#web/admin/tickets/filter.ts'
import { membersQuery, teamsQuery } from '#web/admin/tickets/queries.ts'
import { snoozeChoiceOf, snoozeChoices, snoozeEndOf } from '#web/admin/tickets/snooze/snooze-choices.ts'
import { macrosQuery } from '#web/admin/tickets/thread/macros/queries.ts'
import { CallError, call, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { notify } from '#web/ui/notify.ts'
import { priorityLabel, statusLabel } from '#web/ui/ticket-labels.tsx'

type Values = {
  name: string
  body: string
  isShared: boolean
  status: string | null
  priority: string | null
  assignee: string | null
  team: string | null
  tags: string[]
  snooze: string | null
  note: string
}

const PRIORITIES: readonly Priority[] = ['low', 'medium', 'high', 'urgent']

const find = <Type extends MacroAction['type']>(macro: MacroView | null, type: Type) =>
  macro?.actions.find((action): action is Extract<MacroAction, { type: Type }> => action.type === type)

const snoozeOf = (action: Extract<MacroAction, { type: 'snooze' }> | undefined) =>
  action ? snoozeChoiceOf(action.until) : null

const valuesOf = (macro: MacroView | null): Values => ({
  name: macro?.name ?? '',
  body: macro?.body ?? '',
  isShared: macro?.isShared ?? true,
  status: find(macro, 'set_status')?.status ?? null,
  priority: find(macro, 'set_priority')?.priority ?? null,
  assignee: find(macro, 'assign_member')?.assigneeId ?? null,
  team: find(macro, 'assign_team')?.teamId ?? null,
  tags: (macro?.actions ?? []).flatMap((action) => (action.type === 'add_tag' ? [action.tag] : [])),
  snooze: snoozeOf(find(macro, 'snooze')),
  note: find(macro, 'add_note')?.body ?? '',
})

/** Actions that the dialog does not show (of an import) stay as they are. */
const isShown = ({ type }: MacroAction) => !['set_category', 'remove_tag', 'set_field'].includes(type)

const actionsOf = (values: Values, macro: MacroView | null): MacroAction[] => [
  ...(macro?.actions ?? []).filter((action) => !isShown(action)),
  ...(values.status ? [{ type: 'set_status', status: values.status as TicketStatus } as const] : []),
  ...(values.priority ? [{ type: 'set_priority', priority: values.priority as Priority } as const] : []),
  ...(values.assignee ? [{ type: 'assign_member', assigneeId: values.assignee as UserId } as const] : []),
  ...(values.team ? [{ type: 'assign_team', teamId: values.team as TeamId } as const] : []),
  ...values.tags.map((tag) => ({ type: 'add_tag', tag }) as const),
  ...(values.snooze ? [{ type: 'snooze', until: snoozeEndOf(values.snooze) } as const] : []),
  ...(values.note.trim() ? [{ type: 'add_note', body: values.note } as const] : []),
]

/** Creates or changes a macro. The input stays until it is saved. */
export function MacroDialog({ macro, onClose }: { macro: MacroView | null; onClose: () => void }) {
  const client = useQueryClient()
  const { data: members = [] } = useQuery(membersQuery)
  const { data: teams = [] } = useQuery(teamsQuery)
  const form = useForm<Values>({ initialValues: valuesOf(macro) })
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const id = useRef(newId<MacroId>())
  const save = async (values: Values) => {
    setBusy(true)
    setFailure(null)
    const { name, body, isShared } = values
    const content = { name, body, isShared, actions: actionsOf(values, macro) }
    try {
      await (macro
        ? call(changeMacro, { params: { macroId: macro.id }, body: { ...content, version: macro.version } })
        : call(createMacro, { body: { ...content, id: id.current } }))
      notify.success(m.macro_saved({ name }))
      onClose()
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      form.setErrors(fields)
      if (error instanceof CallError && error.reason === 'name_taken') form.setFieldError('name', error.message)
      else if (Object.keys(fields).length === 0) setFailure(failureText(error))
      setBusy(false)
    }
    void client.invalidateQueries({ queryKey: macrosQuery.queryKey })
  }
  const people = [
    { value: 'me', label: m.macro_me_choice() },
    ...members.map(({ id: value, name: label }) => ({ value, label })),
  ]
  return (
    <Modal
      opened
      onClose={onClose}
      title={macro ? m.macro_edit_of({ name: macro.name }) : m.macro_new()}
      size={560}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <form className={styles.form} noValidate onSubmit={form.onSubmit((values) => void save(values))}>
        <TextInput data-autofocus label={m.macro_name()} maxLength={80} {...form.getInputProps('name')} />
        <Textarea
          label={m.macro_body()}
          description={m.macro_variables({
            variables: VARIABLES.map((name) => `{{${name}}}`).join(', '),
            example: '{{customer.first_name|there}}',
          })}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={8000}
          {...form.getInputProps('body')}
        />
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
          data={PRIORITIES.map((value) => ({ value, label: priorityLabel(value) }))}
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
        <Textarea label={m.macro_note()} autosize minRows={1} maxRows={6} {...form.getInputProps('note')} />
        <Switch
          label={m.macro_share()}
          description={m.macro_share_text()}
          {...form.getInputProps('isShared', { type: 'checkbox' })}
        />
        {failure && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        <div className={styles.answers}>
          <Button onClick={onClose}>{m.common_cancel()}</Button>
          <Button type="submit" variant="filled" disabled={isBusy} aria-busy={isBusy}>
            {m.common_save()}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
