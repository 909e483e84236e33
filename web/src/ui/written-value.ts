import type { FieldValue } from '#contracts/custom-field.ts'
import * as m from '#i18n/messages.js'

/** A value of a field of the business's own, as people read it. */
export function writtenValue(value: FieldValue): string {
  if (typeof value === 'boolean') return value ? m.field_yes() : m.field_no()
  return Array.isArray(value) ? value.join(', ') : String(value)
}
