import { useEffect, useState } from 'react'
import { type FormFieldView, listFormFields } from '#contracts/ticket/guest-ticket.ts'
import * as m from '#i18n/messages.js'
import { Select, TextArea, TextField } from '#web/kit/field.tsx'
import { call } from '#web/lib/call.ts'
import { asGuest } from '#web/portal/guest-session.ts'
import type { OwnFieldValues } from './ticket-draft.ts'
import styles from './ticket-form.module.css'

type Props = {
  slug: string
  values: OwnFieldValues
  /** By `customFields.` and the field's id. */
  errors: Readonly<Record<string, string | undefined>>
  onChange: (values: OwnFieldValues) => void
}

/**
 * The business's own fields of the form. Where they cannot be read the form is sent without them: the server names those that are required, and
 * then they are read again.
 */
export function FormFields({ slug, values, errors, onChange }: Props) {
  const [fields, setFields] = useState<FormFieldView[]>([])
  const unknown = Object.keys(errors)
    .filter((path) => !fields.some(({ id }) => path.endsWith(id)))
    .join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the server names a field that is not shown
  useEffect(() => {
    let isShown = true
    void asGuest(slug, () => call(listFormFields, { params: { slug } }))
      .then(({ items }) => isShown && setFields(items))
      .catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [slug, unknown])
  return fields.map((field) => (
    <FormField
      key={field.id}
      field={field}
      value={values[field.id] ?? null}
      error={errors[`customFields.${field.id}`]}
      onChange={(value) => onChange({ ...values, [field.id]: value })}
    />
  ))
}

type Value = OwnFieldValues[string]
type FieldProps = {
  field: FormFieldView
  value: Value
  error: string | undefined
  onChange: (value: Value) => void
}

function FormField({ field: { id, name, type, help, options, isRequired }, value, error, onChange }: FieldProps) {
  const shared = { name: `customFields.${id}`, label: name, required: isRequired, ...(help ? { help } : {}), error }
  const written = value === null || typeof value === 'boolean' || Array.isArray(value) ? '' : String(value)
  switch (type) {
    case 'long_text':
      return (
        <TextArea
          {...shared}
          rows={3}
          maxLength={5000}
          value={written}
          onChange={(event) => onChange(event.target.value || null)}
        />
      )
    case 'yes_no':
      return (
        <Select
          {...shared}
          options={[
            { value: '', label: m.portal_field_choose() },
            { value: 'yes', label: m.portal_field_yes() },
            { value: 'no', label: m.portal_field_no() },
          ]}
          value={value === null ? '' : value ? 'yes' : 'no'}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.value === 'yes')}
        />
      )
    case 'choice':
      return (
        <Select
          {...shared}
          options={[
            { value: '', label: m.portal_field_choose() },
            ...options.map((one) => ({ value: one, label: one })),
          ]}
          value={written}
          onChange={(event) => onChange(event.target.value || null)}
        />
      )
    case 'choices':
      return (
        <Choices
          name={shared.name}
          label={name}
          help={help}
          error={error}
          options={options}
          chosen={Array.isArray(value) ? value : []}
          onChange={(chosen) => onChange(chosen.length > 0 ? chosen : null)}
        />
      )
    case 'number':
      return (
        <TextField
          {...shared}
          type="number"
          step="any"
          value={written}
          onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
        />
      )
    default:
      return (
        <TextField
          {...shared}
          type={type === 'link' ? 'url' : type}
          maxLength={type === 'link' ? 2000 : 500}
          value={written}
          onChange={(event) => onChange(event.target.value || null)}
        />
      )
  }
}

type ChoicesProps = {
  name: string
  label: string
  help: string
  error: string | undefined
  options: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

function Choices({ name, label, help, error, options, chosen, onChange }: ChoicesProps) {
  return (
    <fieldset className={styles.choices} aria-invalid={error ? true : undefined}>
      <legend>{label}</legend>
      {help && <small>{help}</small>}
      {options.map((option) => (
        <label key={option}>
          <input
            type="checkbox"
            name={name}
            checked={chosen.includes(option)}
            onChange={({ target }) =>
              onChange(options.filter((one) => (one === option ? target.checked : chosen.includes(one))))
            }
          />
          {option}
        </label>
      ))}
      {error && (
        <p className={styles.fault} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
