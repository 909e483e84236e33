import { isDeepStrictEqual } from 'node:util'
import { type FieldShape, type FieldValue, fittingValue, hasOptions } from '#contracts/custom-field.ts'
import * as m from '#i18n/messages.js'
import { invalid } from './errors.ts'
import { type Text, text } from './text/message.ts'

export type FieldValues = Record<string, FieldValue>
type Definition = FieldShape & { id: string; name: string }
type Given = Record<string, FieldValue | null>

const FAULTS = {
  text: m.error_value_text,
  long_text: m.error_value_long_text,
  number: m.error_value_number,
  date: m.error_value_date,
  yes_no: m.error_value_yes_no,
  choice: m.error_value_choice,
  choices: m.error_value_choices,
  link: m.error_value_link,
}

/**
 * The values of a row after a change; null empties a field. Throws invalid_input under `path` for each value that does not fit, and with `gone` for a
 * field that is not among the `definitions`. A value that is stored already is kept, also where it fits no longer.
 */
export function applyFieldValues(
  definitions: readonly Definition[],
  stored: FieldValues,
  given: Given,
  { path, gone }: { path: string; gone: Text },
): FieldValues {
  const known = new Map(definitions.map((one) => [one.id, one]))
  const faults: Record<string, Text> = {}
  const values = { ...stored }
  for (const [id, value] of Object.entries(given)) {
    const field = known.get(id)
    if (!field) faults[`${path}.${id}`] = gone
    else if (value === null) delete values[id]
    else if (fittingValue(field).safeParse(value).success || isDeepStrictEqual(value, stored[id])) values[id] = value
    else faults[`${path}.${id}`] = text(FAULTS[field.type], { name: field.name })
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return values
}

/** The options of a field, each once: none where it is no choice. Throws invalid_input with `missing` for a choice without one. */
export function checkedOptions(type: FieldShape['type'], options: string[], missing: Text): string[] {
  if (!hasOptions(type)) return []
  if (options.length === 0) throw invalid({ 'body.options': missing })
  return [...new Set(options)]
}
