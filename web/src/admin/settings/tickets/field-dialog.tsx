import { Button, Modal, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { FieldType } from '#contracts/custom-field.ts'
import type { TicketFieldId } from '#contracts/ids.ts'
import {
  changeTicketField,
  createTicketField,
  type FieldRequired,
  type TicketFieldView,
} from '#contracts/ticket/ticket-field.ts'
import * as m from '#i18n/messages.js'
import { CallError, call, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { notify } from '#web/ui/notify.ts'
import { fieldTypes, requirements } from './field-labels.ts'
import styles from './tags.module.css'

type Values = {
  name: string
  key: string
  type: FieldType
  help: string
  options: string
  isOnForm: boolean
  required: FieldRequired
}

const EMPTY: Values = { name: '', key: '', type: 'text', help: '', options: '', isOnForm: false, required: 'never' }

const valuesOf = (field: TicketFieldView | null): Values =>
  field ? { ...field, options: field.options.join('\n') } : EMPTY

/** A key made of the name: letters of other alphabets leave none. */
const keyOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_\d]+|_+$/g, '')
    .slice(0, 40)

const entries = <Key extends string>(labels: Record<Key, () => string>) =>
  Object.entries<() => string>(labels).map(([value, label]) => ({ value, label: label() }))

/** Adds or changes a field. The input stays until it is saved. */
export function FieldDialog({ field, onClose }: { field: TicketFieldView | null; onClose: () => void }) {
  const [values, setValues] = useState(() => valuesOf(field))
  const [isOwnKey, setOwnKey] = useState(field !== null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const id = useRef(newId<TicketFieldId>())
  const change = (part: Partial<Values>) => {
    setValues((known) => ({ ...known, ...part }))
    setErrors({})
  }
  const hasOptions = values.type === 'choice' || values.type === 'choices'
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await send(field, id.current, values)
      notify.success(m.field_saved({ name: values.name }))
      onClose()
    } catch (error) {
      setErrors(errorsOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={field ? m.field_edit_of({ name: field.name }) : m.field_new()}
      size={520}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        <TextInput
          data-autofocus
          label={m.field_name()}
          maxLength={60}
          value={values.name}
          error={errors.name}
          onChange={({ currentTarget: { value } }) =>
            change(isOwnKey ? { name: value } : { name: value, key: keyOf(value) })
          }
        />
        <TextInput
          label={m.field_key()}
          description={m.field_key_help()}
          maxLength={40}
          disabled={field !== null}
          value={values.key}
          error={errors.key}
          onChange={({ currentTarget }) => {
            setOwnKey(true)
            change({ key: currentTarget.value })
          }}
        />
        <NativeSelect
          label={m.field_type()}
          description={m.field_type_help()}
          disabled={field !== null}
          value={values.type}
          data={entries(fieldTypes)}
          onChange={({ currentTarget }) => change({ type: currentTarget.value as FieldType })}
        />
        {hasOptions && (
          <Textarea
            label={m.field_options()}
            autosize
            minRows={3}
            maxRows={10}
            value={values.options}
            error={errors.options}
            onChange={({ currentTarget }) => change({ options: currentTarget.value })}
          />
        )}
        <TextInput
          label={m.field_help()}
          description={m.field_help_help()}
          maxLength={200}
          value={values.help}
          error={errors.help}
          onChange={({ currentTarget }) => change({ help: currentTarget.value })}
        />
        <Switch
          label={m.field_show_on_form()}
          checked={values.isOnForm}
          onChange={({ currentTarget: { checked } }) =>
            change({ isOnForm: checked, ...(!checked && values.required === 'form' ? { required: 'never' } : {}) })
          }
        />
        <NativeSelect
          label={m.field_required()}
          value={values.required}
          error={errors.required}
          data={entries(requirements).filter(({ value }) => values.isOnForm || value !== 'form')}
          onChange={({ currentTarget }) => change({ required: currentTarget.value as FieldRequired })}
        />
        {errors.other && (
          <p className={styles.failure} role="alert">
            {errors.other}
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

function send(field: TicketFieldView | null, id: TicketFieldId, { key, type, ...values }: Values) {
  const { name, help, isOnForm, required } = values
  const options = values.options
    .split('\n')
    .map((option) => option.trim())
    .filter(Boolean)
  const content = { name, help, isOnForm, required, options }
  if (!field) return call(createTicketField, { body: { id, key, type, ...content } })
  return call(changeTicketField, { params: { ticketFieldId: field.id }, body: { version: field.version, ...content } })
}

/** What is wrong, by the field of the form it is shown at. */
function errorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof CallError)) return { other: failureText(error) }
  if (error.reason === 'name_taken') return { name: error.message }
  if (error.reason === 'key_taken') return { key: error.message }
  const fields = Object.entries(error.fields).map(([path, message]) => [path.split('.')[0], message] as const)
  return fields.length > 0 ? Object.fromEntries(fields) : { other: failureText(error) }
}
