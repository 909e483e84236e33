import { MultiSelect, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import type { FieldType, FieldValue } from '#contracts/custom-field.ts'
import * as m from '#i18n/messages.js'

type FieldProps = {
  /** Where the name is shown beside it. */
  isNameHidden?: boolean
  field: { name: string; type: FieldType; options: readonly string[]; help?: string }
  /** Null where there is none. */
  value: FieldValue | null
  error?: string | undefined
  isDisabled?: boolean
  onChange: (value: FieldValue | null) => void
  /** The person has finished with the field: it was left, or a choice was made. */
  onDone?: ((value: FieldValue | null) => void) | undefined
}

/** An input for a field of the business's own, by its type; emptied, the value goes. A value that is no longer an option can be kept. */
export function CustomField({ field: { name, type, options, help }, value, error, ...given }: FieldProps) {
  const { isNameHidden = false, isDisabled = false, onChange, onDone } = given
  const shared = {
    ...(isNameHidden ? { 'aria-label': name } : { label: name }),
    description: help || undefined,
    error,
    disabled: isDisabled,
    placeholder: m.field_unset(),
  }
  const choose = (chosen: FieldValue | null) => {
    onChange(chosen)
    onDone?.(chosen)
  }
  const leave = () => onDone?.(value)
  switch (type) {
    case 'number':
      return (
        <NumberInput
          {...shared}
          value={typeof value === 'number' ? value : ''}
          hideControls
          onChange={(written) => onChange(typeof written === 'number' ? written : null)}
          onBlur={leave}
        />
      )
    case 'yes_no':
      return (
        <Select
          {...shared}
          clearable
          clearButtonProps={{ 'aria-label': m.field_clear({ name }) }}
          data={[
            { value: 'yes', label: m.field_yes() },
            { value: 'no', label: m.field_no() },
          ]}
          value={value === null ? null : value ? 'yes' : 'no'}
          onChange={(chosen) => choose(chosen === null ? null : chosen === 'yes')}
        />
      )
    case 'choice': {
      const kept = typeof value === 'string' && !options.includes(value) ? [value] : []
      return (
        <Select
          {...shared}
          clearable
          clearButtonProps={{ 'aria-label': m.field_clear({ name }) }}
          data={[...options, ...kept]}
          value={value === null ? null : String(value)}
          onChange={choose}
        />
      )
    }
    case 'choices': {
      const chosen = Array.isArray(value) ? value : []
      return (
        <MultiSelect
          {...shared}
          data={[...new Set([...options, ...chosen])]}
          value={chosen}
          onChange={(next) => choose(next.length > 0 ? next : null)}
        />
      )
    }
    case 'long_text':
      return (
        <Textarea
          {...shared}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={5000}
          value={value === null ? '' : String(value)}
          onChange={(event) => onChange(event.currentTarget.value || null)}
          onBlur={leave}
        />
      )
    default:
      return (
        <TextInput
          {...shared}
          type={type === 'date' ? 'date' : type === 'link' ? 'url' : 'text'}
          maxLength={type === 'link' ? 2000 : 500}
          value={value === null ? '' : String(value)}
          onChange={(event) => onChange(event.currentTarget.value || null)}
          onBlur={leave}
        />
      )
  }
}
