import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import type { FieldValue } from '#contracts/custom-field.ts'
import type { TicketView } from '#contracts/ticket/ticket.ts'
import type { TicketFieldView } from '#contracts/ticket/ticket-field.ts'
import * as m from '#i18n/messages.js'
import type { TicketActions } from '#web/admin/tickets/ticket-actions.ts'
import { CustomField } from '#web/ui/custom-field.tsx'
import { writtenValue } from '#web/ui/written-value.ts'
import { Block, Fact } from './block.tsx'
import styles from './panel.module.css'

type Props = { fields: readonly TicketFieldView[]; ticket: TicketView; run: TicketActions['run'] }

/** The business's own fields of a ticket, each saved when it is left. An archived one is shown with its value, and not changed. */
export function CustomFields({ fields, ticket, run }: Props) {
  return (
    <Block title={m.field_of_ticket()}>
      <div className={styles.fields}>
        {fields.map((field) =>
          field.isArchived ? (
            <dl key={field.id} className={styles.facts}>
              <Fact name={m.field_archived_value({ name: field.name })}>
                {writtenValue(ticket.customFields[field.id] ?? '')}
              </Fact>
            </dl>
          ) : (
            <Field key={field.id} field={field} stored={ticket.customFields[field.id] ?? null} run={run} />
          ),
        )}
      </div>
    </Block>
  )
}

type FieldProps = { field: TicketFieldView; stored: FieldValue | null; run: TicketActions['run'] }

const isSame = (one: FieldValue | null, other: FieldValue | null) => JSON.stringify(one) === JSON.stringify(other)

/** What is typed stays until it is saved, also where somebody else changes the field meanwhile. */
function Field({ field, stored, run }: FieldProps) {
  const [typed, setTyped] = useState<{ value: FieldValue | null } | null>(null)
  const [error, setError] = useState<string>()
  const save = async (value: FieldValue | null) => {
    if (isSame(value, stored)) return setTyped(null)
    const faults = await run({ kind: 'change', change: { customFields: { [field.id]: value } } })
    const fault = faults?.[`customFields.${field.id}`]
    setError(fault)
    if (!fault) setTyped(null)
  }
  return (
    <div>
      <CustomField
        field={field}
        value={typed ? typed.value : stored}
        error={error}
        onChange={(value) => {
          setTyped({ value })
          setError(undefined)
        }}
        onDone={(value) => void save(value)}
      />
      {field.type === 'link' && typeof stored === 'string' && (
        <a className={styles.fieldLink} href={stored} target="_blank" rel="noopener noreferrer nofollow">
          {m.field_open_link({ name: field.name })}
          <IconExternalLink size={14} stroke={1.5} aria-hidden="true" />
        </a>
      )}
      {field.required === 'resolve' && stored === null && (
        <small className={styles.fieldNote}>{m.field_missing_note()}</small>
      )}
    </div>
  )
}
