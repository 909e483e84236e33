import { NumberInput, Select, TextInput } from '@mantine/core'
import type { AttributeValue, AttributeView } from '#contracts/customer/attribute.ts'
import * as m from '#i18n/messages.js'

type FieldProps = {
  attribute: AttributeView
  /** Null where the customer has none. */
  value: AttributeValue | null
  error: string | undefined
  onChange: (value: AttributeValue | null) => void
}

/** The field of an attribute, by its type; emptied, the value goes. */
export function AttributeField({ attribute: { name, type, options }, value, error, onChange }: FieldProps) {
  const shared = { label: name, error, placeholder: m.customer_attribute_unset() }
  switch (type) {
    case 'number':
      return (
        <NumberInput
          {...shared}
          value={typeof value === 'number' ? value : ''}
          hideControls
          onChange={(given) => onChange(typeof given === 'number' ? given : null)}
        />
      )
    case 'yes_no':
      return (
        <Select
          {...shared}
          clearable
          data={[
            { value: 'yes', label: m.customer_yes() },
            { value: 'no', label: m.customer_no() },
          ]}
          value={value === null ? null : value ? 'yes' : 'no'}
          onChange={(given) => onChange(given === null ? null : given === 'yes')}
        />
      )
    case 'choice': {
      const kept = typeof value === 'string' && !options.includes(value) ? [value] : []
      const choose = (given: string | null) => onChange(given)
      return (
        <Select
          {...shared}
          clearable
          data={[...options, ...kept]}
          value={value === null ? null : String(value)}
          onChange={choose}
        />
      )
    }
    default:
      return (
        <TextInput
          {...shared}
          type={type === 'date' ? 'date' : 'text'}
          maxLength={500}
          value={value === null ? '' : String(value)}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      )
  }
}
