import * as m from '#i18n/messages.js'
import { type Text, text } from '#server/platform/text/message.ts'

/** An issue of a zod schema, as fastify-type-provider-zod reports it. */
export type ZodIssue = { keyword: string; message?: string; params?: Record<string, unknown> }

const messages = m as unknown as Record<string, (inputs: Record<string, unknown>) => string>

/** The text for an invalid field: the message whose key the contract names, else the message for the kind of issue. */
export function textOfIssue({ keyword, message = '', params = {} }: ZodIssue): Text {
  const named = /^error_\w+$/.test(message) ? messages[message] : undefined
  return named ? text(named, params) : textOfKind(keyword, { ...params, message })
}

function textOfKind(kind: string, params: Record<string, unknown>): Text {
  if (kind === 'too_big') return tooBig(params)
  if (kind === 'too_small') return tooSmall(params)
  if (kind === 'invalid_type') return invalidType(params)
  if (kind === 'invalid_format') return FORMATS[String(params.format)] ?? m.error_field_invalid
  if (kind === 'unrecognized_keys') return text(m.error_field_unknown_key, { keys: listed(params.keys) })
  if (kind === 'invalid_value') return text(m.error_field_choice, { options: listed(params.values) })
  return m.error_field_invalid
}

const FORMATS: Record<string, Text> = {
  email: m.error_enter_email,
  url: m.error_field_invalid_url,
  uuid: m.error_field_invalid_id,
  datetime: m.error_field_invalid_date,
  date: m.error_field_invalid_date,
}

const listed = (values: unknown): string => (Array.isArray(values) ? values.map(String).join(', ') : '')
const isNumber = (origin: unknown): boolean => origin === 'number' || origin === 'int' || origin === 'bigint'

function tooBig({ origin, maximum }: Record<string, unknown>): Text {
  const max = String(maximum)
  if (isNumber(origin)) return text(m.error_field_too_large, { max })
  return text(origin === 'string' ? m.error_field_too_long : m.error_field_too_many, { max })
}

function tooSmall({ origin, minimum }: Record<string, unknown>): Text {
  const min = String(minimum)
  if (isNumber(origin)) return text(m.error_field_too_small, { min })
  if (origin === 'string') return minimum === 1 ? m.error_field_required : text(m.error_field_too_short, { min })
  return text(m.error_field_too_few, { min })
}

/** zod does not report the value, but its message ends with the type it received. */
function invalidType({ expected, message }: Record<string, unknown>): Text {
  if (expected === 'int') return m.error_field_not_whole
  if (String(message).endsWith('received undefined')) return m.error_field_required
  return expected === 'number' ? m.error_field_not_a_number : m.error_field_invalid
}
