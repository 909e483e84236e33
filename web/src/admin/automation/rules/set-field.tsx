import { NativeSelect } from '@mantine/core'
import type { TicketFieldId } from '#contracts/ids.ts'
import type { TicketAction } from '#contracts/ticket/ticket-action.ts'
import * as m from '#i18n/messages.js'
import styles from '#web/admin/automation/automation.module.css'
import { CustomField } from '#web/ui/custom-field.tsx'
import type { Names } from './names.ts'

type SetFieldAction = Extract<TicketAction, { type: 'set_field' }>
type SetFieldProps = { action: SetFieldAction; names: Names; onChange: (action: SetFieldAction) => void }

/** Which field, and its value; without one the field is emptied. */
export function SetField({ action, names, onChange }: SetFieldProps) {
  const field = names.fields.find(({ id }) => id === action.fieldId)
  return (
    <div className={styles.pair}>
      <NativeSelect
        aria-label={m.rule_field()}
        value={action.fieldId}
        data={[
          ...(field ? [] : [{ value: action.fieldId, label: m.rule_choose_field() }]),
          ...names.fields.map(({ id, name }) => ({ value: id as string, label: name })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ ...action, fieldId: currentTarget.value as TicketFieldId, value: null })
        }
      />
      {field && (
        <CustomField
          isNameHidden
          field={{ ...field, help: m.rule_field_empty() }}
          value={action.value}
          onChange={(value) => onChange({ ...action, value })}
        />
      )}
    </div>
  )
}
