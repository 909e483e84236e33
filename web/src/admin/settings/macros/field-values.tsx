import { Button, NativeSelect } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TicketFieldId } from '#contracts/ids.ts'
import type { TicketFieldView } from '#contracts/ticket/ticket-field.ts'
import * as m from '#i18n/messages.js'
import { ticketFieldsQuery } from '#web/admin/tickets/ticket-fields.ts'
import { CustomField } from '#web/ui/custom-field.tsx'
import type { SetField } from './values.ts'

type FieldValuesProps = { actions: readonly SetField[]; onChange: (actions: SetField[]) => void }

/** The business's own fields that a macro sets, each once, and a choice of further ones. Left without a value, a field is emptied. */
export function FieldValues({ actions, onChange }: FieldValuesProps) {
  const { data } = useQuery(ticketFieldsQuery)
  const fields = data?.items ?? []
  const isSet = ({ id }: TicketFieldView) => actions.some(({ fieldId }) => fieldId === id)
  const free = fields.filter((field) => !field.isArchived && !isSet(field))
  const put = (fieldId: TicketFieldId, value: SetField['value']) =>
    onChange(actions.map((action) => (action.fieldId === fieldId ? { ...action, value } : action)))
  return (
    <>
      {actions.map(({ fieldId, value }) => {
        const field = fields.find(({ id }) => id === fieldId)
        return (
          <div key={fieldId}>
            {field && (
              <CustomField
                field={{ ...field, help: m.rule_field_empty() }}
                value={value}
                onChange={(next) => put(fieldId, next)}
              />
            )}
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconTrash size={14} stroke={1.75} />}
              onClick={() => onChange(actions.filter((action) => action.fieldId !== fieldId))}
            >
              {m.macro_field_remove({ name: field?.name ?? m.macro_field_gone() })}
            </Button>
          </div>
        )
      })}
      {free.length > 0 && (
        <NativeSelect
          label={m.macro_field()}
          value=""
          data={[
            { value: '', label: m.macro_unchanged() },
            ...free.map(({ id, name }) => ({ value: id as string, label: name })),
          ]}
          onChange={({ currentTarget }) =>
            currentTarget.value &&
            onChange([...actions, { type: 'set_field', fieldId: currentTarget.value as TicketFieldId, value: null }])
          }
        />
      )}
    </>
  )
}
