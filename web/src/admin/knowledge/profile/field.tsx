import { Checkbox, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import * as m from '#i18n/messages.js'
import styles from './profile.module.css'
import type { Field as Asked } from './steps.ts'

type FieldProps = {
  field: Asked
  value: string | readonly string[]
  error: string | undefined
  isReadOnly: boolean
  onChange: (value: string | string[]) => void
}

/** One field of the profile, by its kind. */
export function Field({ field, value, error, isReadOnly, onChange }: FieldProps) {
  const given = {
    label: field.label(),
    description: field.help?.(),
    error,
    required: field.isRequired ?? false,
    withAsterisk: field.isRequired ?? false,
    'data-field': field.name,
  }
  const text = typeof value === 'string' ? value : ''
  const list = typeof value === 'string' ? [] : [...value]
  switch (field.kind) {
    case 'line':
      return (
        <TextInput
          {...given}
          readOnly={isReadOnly}
          placeholder={field.example?.()}
          maxLength={field.name === 'companyName' ? 120 : 300}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'prose':
      return (
        <Textarea
          {...given}
          readOnly={isReadOnly}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={2000}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'choice':
      return (
        <Select
          {...given}
          readOnly={isReadOnly}
          placeholder={m.profile_none()}
          clearable={!field.isRequired && !isReadOnly}
          clearButtonProps={{ 'aria-label': m.common_clear() }}
          data={field.options()}
          value={text === '' ? null : text}
          onChange={(next) => onChange(next ?? '')}
        />
      )
    case 'list':
      return (
        <TagsInput
          {...given}
          description={field.help?.() ?? m.profile_list_help()}
          readOnly={isReadOnly}
          acceptValueOnBlur
          maxTags={50}
          value={list}
          // Enter adds an entry; it never saves the step.
          onKeyDown={(event) => {
            if (event.key === 'Enter' && event.currentTarget.value.trim() === '') event.preventDefault()
          }}
          // Entries that are empty after trimming are left out.
          onChange={(next) => onChange(next.map((entry) => entry.trim().slice(0, 200)).filter((entry) => entry !== ''))}
        />
      )
    case 'checks':
      return (
        <Checkbox.Group
          label={given.label}
          error={error}
          value={list}
          onChange={(next) => !isReadOnly && onChange(next)}
        >
          <div className={styles.checks}>
            {field.options().map((option) => (
              <Checkbox key={option.value} value={option.value} label={option.label} disabled={isReadOnly} />
            ))}
          </div>
        </Checkbox.Group>
      )
  }
}
