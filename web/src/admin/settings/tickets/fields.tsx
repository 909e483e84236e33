import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { archiveTicketField, orderTicketFields, type TicketFieldView } from '#contracts/ticket/ticket-field.ts'
import * as m from '#i18n/messages.js'
import { useDeskEvents } from '#web/admin/desk-events.ts'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { ticketFieldsQuery } from '#web/admin/tickets/ticket-fields.ts'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { MoveButtons } from '#web/ui/move-buttons.tsx'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { fieldTypes } from './field-labels.ts'
import styles from './tags.module.css'

const FieldDialog = lazyDialog(async () => (await import('./field-dialog.tsx')).FieldDialog)

/** The fields that the business adds to its tickets, in their order; owners and admins change them. */
export function Fields() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(ticketFieldsQuery)
  const [edited, setEdited] = useState<TicketFieldView | 'new' | null>(null)
  const [said, setSaid] = useState('')
  const readAgain = () => client.invalidateQueries({ queryKey: ticketFieldsQuery.queryKey })
  useDeskEvents((event) => {
    if (event.type === 'ticket.fields_changed' || event.type === 'resync') void readAgain()
  })
  const active = data?.items.filter(({ isArchived }) => !isArchived) ?? []
  const archived = data?.items.filter(({ isArchived }) => isArchived) ?? []
  const move = async (field: TicketFieldView, to: number) => {
    const others = active.filter(({ id }) => id !== field.id)
    const ids = others.toSpliced(to, 0, field).map(({ id }) => id)
    try {
      const { items } = await call(orderTicketFields, { body: { ids } })
      client.setQueryData(ticketFieldsQuery.queryKey, (known) => known && { ...known, items })
      setSaid(m.field_moved({ name: field.name, position: to + 1, count: active.length }))
    } catch (failure) {
      notify.failure(failure)
      void readAgain()
    }
  }
  return (
    <SettingsCard id="fields" title={m.field_title()} text={m.field_text()}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows label={m.field_loading()} rows={3} />}
      {data && active.length === 0 && <p className={styles.note}>{m.field_none()}</p>}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <ul className={styles.list} aria-label={m.field_title()}>
        {active.map((field, at) => (
          <li key={field.id} className={styles.item}>
            <Description field={field} />
            {data?.can.edit && (
              <span className={styles.buttons}>
                <MoveButtons name={field.name} at={at} count={active.length} onMove={(to) => void move(field, to)} />
                <Button
                  size="compact-sm"
                  aria-label={m.field_edit_of({ name: field.name })}
                  onClick={() => setEdited(field)}
                >
                  {m.field_edit()}
                </Button>
                <Archive field={field} onDone={readAgain} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {data &&
        (data.can.edit ? (
          <div>
            <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setEdited('new')}>
              {m.field_add()}
            </Button>
          </div>
        ) : (
          <p className={styles.note}>{m.field_read_only()}</p>
        ))}
      {archived.length > 0 && (
        <>
          <h3 className={styles.subtitle}>{m.field_archived()}</h3>
          <ul className={styles.list} aria-label={m.field_archived()}>
            {archived.map((field) => (
              <li key={field.id} className={styles.item}>
                <Description field={field} />
                {data?.can.edit && <Archive field={field} onDone={readAgain} />}
              </li>
            ))}
          </ul>
        </>
      )}
      {edited && (
        <FieldDialog
          field={edited === 'new' ? null : edited}
          onClose={() => {
            setEdited(null)
            void readAgain()
          }}
        />
      )}
    </SettingsCard>
  )
}

function Description({ field }: { field: TicketFieldView }) {
  const facts = [
    fieldTypes[field.type](),
    field.isOnForm ? m.field_on_form() : m.field_internal(),
    field.required === 'resolve' ? m.field_is_required_resolve() : null,
    field.required === 'form' ? m.field_is_required_form() : null,
  ]
  return (
    <span className={styles.name}>
      {field.name}
      <small className={styles.faint}>{facts.filter(Boolean).join(' · ')}</small>
    </span>
  )
}

function Archive({ field, onDone }: { field: TicketFieldView; onDone: () => Promise<void> }) {
  const { id, name, version, isArchived } = field
  const change = async () => {
    const question = {
      title: m.field_archive_title({ name }),
      body: m.field_archive_body(),
      confirm: m.field_archive(),
    }
    if (!isArchived && !(await confirmAction(question))) return
    try {
      await call(archiveTicketField, { params: { ticketFieldId: id }, body: { version, isArchived: !isArchived } })
      notify.success(isArchived ? m.field_restored({ name }) : m.field_archived_toast({ name }))
    } catch (error) {
      notify.failure(error)
    }
    await onDone()
  }
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      aria-label={(isArchived ? m.field_restore_of : m.field_archive_of)({ name })}
      onClick={() => void change()}
    >
      {isArchived ? m.field_restore() : m.field_archive()}
    </Button>
  )
}
