import { stripControl } from '#server/platform/text/text.ts'
import type { JsonObject } from './source-record.ts'

/** Values of an export, of which nothing is certain: a missing or strange one is null. */
export const objectOf = (value: unknown): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const objectsIn = (value: unknown): JsonObject[] =>
  listOf(value).flatMap((one) => {
    const found = objectOf(one)
    return found ? [found] : []
  })

export function textOf(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return null
  const text = stripControl(value).trim()
  return text === '' ? null : text
}

export const firstText = (...values: unknown[]): string | null => {
  for (const value of values) {
    const text = textOf(value)
    if (text !== null) return text
  }
  return null
}

/** An id as text, `5` and `"5"` alike. */
export const idOf = (value: unknown): string | null => textOf(value)?.slice(0, 200) ?? null

export const emailOf = (value: unknown): string | null => {
  const text = textOf(value)?.toLowerCase() ?? null
  // The length first: the expression takes long for a long text.
  return text && text.length <= 254 && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(text) ? text : null
}

const SECONDS = /^\d{9,10}(\.\d+)?$/
const MILLISECONDS = /^\d{12,13}$/
/** `2024-03-05 14:02:11` of a database, without a zone: read as UTC. */
const WITHOUT_ZONE = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?)$/
/** `2024-03-05 14:02:11 UTC` and `… +0000`. */
const WITH_SPACE = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) ?(?:UTC|\+00:?00)$/
/** JSON's dates of before 1970 and of after 2100 are mistakes of the export. */
const EARLIEST = Date.UTC(1990, 0, 1)
const LATEST = Date.UTC(2100, 0, 1)

/** A time in any of the forms that exports have, as ISO 8601; null for none. */
export function timeOf(value: unknown): string | null {
  const text = textOf(value)
  if (text === null) return null
  const time = SECONDS.test(text)
    ? Number(text) * 1000
    : MILLISECONDS.test(text)
      ? Number(text)
      : Date.parse(text.replace(WITH_SPACE, '$1T$2Z').replace(WITHOUT_ZONE, '$1T$2Z'))
  return Number.isFinite(time) && time >= EARLIEST && time < LATEST ? new Date(time).toISOString() : null
}

/** Tags as a list, or as text with commas. */
export const tagsOf = (value: unknown): string[] => {
  const given = Array.isArray(value) ? value : (textOf(value)?.split(/[,|]/) ?? [])
  return given.flatMap((one) => textOf(objectOf(one)?.name ?? one) ?? [])
}

/** The value of a field: a text, number, yes or no, or several texts. */
export function fieldOf(value: unknown): string | number | boolean | string[] | null {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value === 'boolean') return value
  if (Array.isArray(value)) {
    const texts = value.flatMap((one) => textOf(one) ?? [])
    return texts.length > 0 ? texts : null
  }
  return textOf(value)
}
