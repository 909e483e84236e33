import { ActionIcon, Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { TicketFieldId } from '#contracts/ids.ts'
import type { TicketAction } from '#contracts/ticket/ticket-action.ts'
import * as m from '#i18n/messages.js'
import styles from '#web/admin/automation/automation.module.css'
import { snoozeChoiceOf, snoozeChoices, snoozeEndOf } from '#web/admin/tickets/snooze/snooze-choices.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { actionLabels, optionsOf } from './labels.ts'
import type { Names } from './names.ts'

const SetField = lazyPart(async () => (await import('./set-field.tsx')).SetField)

type Props = { actions: readonly TicketAction[]; names: Names; onChange: (actions: TicketAction[]) => void }

const MOST = 10

/** An action of a kind as it begins, before its value is chosen. */
function newAction(type: TicketAction['type']): TicketAction {
  switch (type) {
    case 'set_status':
      return { type, status: 'in-progress' }
    case 'set_priority':
      return { type, priority: 'high' }
    case 'set_category':
      return { type, category: '' }
    case 'add_tag':
    case 'remove_tag':
      return { type, tag: '' }
    case 'set_field':
      return { type, fieldId: '' as TicketFieldId, value: null }
    case 'assign_member':
      return { type, assigneeId: null }
    case 'assign_team':
      return { type, teamId: null }
    case 'snooze':
      return { type, until: 'tomorrow' }
    case 'add_note':
    case 'send_reply':
      return { type, body: '' }
  }
}

/** What a rule does, in its order. */
export function ActionFields({ actions, names, onChange }: Props) {
  const set = (at: number, action: TicketAction) => onChange(actions.map((one, n) => (n === at ? action : one)))
  return (
    <fieldset className={styles.parts}>
      <legend>{m.rule_then()}</legend>
      {actions.map((action, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: actions have no id, and two may be alike
        <div key={at} className={styles.part}>
          <NativeSelect
            aria-label={m.rule_action()}
            value={action.type}
            onChange={(event) => set(at, newAction(event.currentTarget.value as TicketAction['type']))}
            data={optionsOf(actionLabels).filter(({ value }) => value !== 'set_field' || names.fields.length > 0)}
          />
          <Value action={action} names={names} onChange={(next) => set(at, next)} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={m.rule_remove_action({ number: at + 1 })}
            onClick={() => onChange(actions.filter((_, n) => n !== at))}
          >
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        </div>
      ))}
      {actions.length < MOST && (
        <div>
          <Button size="compact-sm" onClick={() => onChange([...actions, newAction('set_priority')])}>
            {m.rule_add_action()}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

type ValueProps = { action: TicketAction; names: Names; onChange: (action: TicketAction) => void }

function Value({ action, names, onChange }: ValueProps) {
  const label = actionLabels[action.type]()
  const choice = (value: string, data: { value: string; label: string }[], choose: (value: string) => void) => (
    <NativeSelect
      aria-label={label}
      value={value}
      data={data}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
  const line = (value: string, max: number, write: (value: string) => void) => (
    <TextInput
      aria-label={label}
      maxLength={max}
      value={value}
      onChange={(event) => write(event.currentTarget.value)}
    />
  )
  switch (action.type) {
    case 'set_status':
      return choice(action.status, names.of('statuses'), (status) => onChange({ ...action, status: status as never }))
    case 'set_priority':
      return choice(action.priority, names.of('priorities'), (one) => onChange({ ...action, priority: one as never }))
    case 'set_category':
      return line(action.category, 60, (category) => onChange({ ...action, category }))
    case 'add_tag':
    case 'remove_tag':
      return line(action.tag, 40, (tag) => onChange({ ...action, tag }))
    case 'set_field':
      return <SetField action={action} names={names} onChange={onChange} />
    case 'assign_member':
      return choice(action.assigneeId ?? '', [{ value: '', label: m.rule_nobody() }, ...names.members], (id) =>
        onChange({ ...action, assigneeId: (id || null) as never }),
      )
    case 'assign_team':
      return choice(action.teamId ?? '', [{ value: '', label: m.rule_no_team() }, ...names.teams], (id) =>
        onChange({ ...action, teamId: (id || null) as never }),
      )
    case 'snooze':
      return choice(snoozeChoiceOf(action.until), snoozeChoices(), (one) =>
        onChange({ ...action, until: snoozeEndOf(one) }),
      )
    case 'add_note':
    case 'send_reply':
      return (
        <Textarea
          aria-label={label}
          description={m.rule_variables_help({ variables: '{{customer.first_name|there}}, {{ticket.number}}' })}
          inputWrapperOrder={['input', 'description']}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={8000}
          value={action.body}
          onChange={(event) => onChange({ ...action, body: event.currentTarget.value })}
        />
      )
  }
}
