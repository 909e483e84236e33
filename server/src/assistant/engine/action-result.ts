import * as m from '#i18n/messages.js'
import type { Question } from '#server/assistant/types.ts'

/** Of a long result so much is said. */
const MAX_FIELDS = 20
const MAX_VALUE = 300

/**
 * What a customer may be told of an action's result (`{ ok, answer }` as JSON text, see `actionTools`): the fields of a JSON answer as
 * lines "Order status: shipped", or the answer's own sentences. Null where the action failed.
 */
export function sentencesOfResult(
  result: string,
  { language, style = 'professional' }: Pick<Question, 'language' | 'style'>,
): string | null {
  const read = parsed(result)
  if (!isRecord(read)) return null
  if (read.isRequested === true) return m.assistant_done_request({ style }, { locale: language })
  if (read.ok !== true || typeof read.answer !== 'string') return null
  const answer = parsed(read.answer)
  if (typeof answer !== 'object' || answer === null) return read.answer
  return fieldsOf(answer).slice(0, MAX_FIELDS).join('\n') || null
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Each value with the name of its field; nested fields follow the field they are in. */
function fieldsOf(value: object, path: readonly string[] = []): string[] {
  return Object.entries(value).flatMap(([name, one]): string[] => {
    const names = Array.isArray(value) ? path : [...path, fieldName(name)]
    if (typeof one === 'object' && one !== null) return fieldsOf(one, names)
    if (one === null || one === '') return []
    const label = names.join(', ')
    return [label === '' ? clipped(one) : `${label[0]!.toUpperCase()}${label.slice(1)}: ${clipped(one)}`]
  })
}

/** "orderStatus" and "order_status" as "order status". */
export const fieldName = (name: string): string =>
  name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replace(/[_.-]+/g, ' ')
    .toLowerCase()
    .trim()

const clipped = (value: unknown): string => String(value).replace(/\s+/g, ' ').trim().slice(0, MAX_VALUE)
