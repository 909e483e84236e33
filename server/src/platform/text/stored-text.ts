import type { Language } from '#contracts/languages.ts'
import * as catalogue from '#i18n/messages.js'
import { inEnglish, inLanguage, joined, momentText, type Text, text } from './message.ts'

type Input = string | number | StoredText

/** A text as it is stored, so that each reader gets it in their own language: keys of the catalogue with their inputs. */
export type StoredText =
  | { key: string; inputs?: Record<string, Input> }
  | { texts: StoredText[]; separator: string }
  | { moment: string; timeZone: string }

const messages = new Map(Object.entries(catalogue as unknown as Record<string, Text>))
const keys = new Map([...messages].map(([key, message]) => [message, key]))

/** The stored form of a text; null for one that is not of the catalogue. */
export function storedText(given: Text): StoredText | null {
  const { parts } = given
  if (!parts) return keyed(given, {})
  if ('moment' in parts) return { moment: parts.moment.toISOString(), timeZone: parts.timeZone }
  if ('message' in parts) return keyed(parts.message as Text, parts.inputs)
  const texts = parts.texts.map(storedText)
  return texts.every((one) => one !== null) ? { texts, separator: parts.separator } : null
}

function keyed(message: Text, given: Record<string, unknown>): StoredText | null {
  const key = keys.get(message)
  if (key === undefined) return null
  const inputs = Object.entries(given).map(([name, value]) => [name, storedInput(value)] as const)
  if (inputs.some(([, value]) => value === null)) return null
  return inputs.length === 0 ? { key } : { key, inputs: Object.fromEntries(inputs) as Record<string, Input> }
}

function storedInput(value: unknown): Input | null {
  if (typeof value === 'function') return storedText(value as Text)
  return typeof value === 'number' ? value : String(value)
}

/** The text of a stored form; null where the catalogue no longer has one of its messages. */
export function textOf(stored: StoredText): Text | null {
  if ('moment' in stored) return momentText(new Date(stored.moment), stored.timeZone)
  if ('texts' in stored) {
    const texts = stored.texts.map(textOf)
    return texts.every((one) => one !== null) ? joined(texts, stored.separator) : null
  }
  const message = messages.get(stored.key)
  const inputs = Object.entries(stored.inputs ?? {}).map(([name, value]) => [name, inputOf(value)] as const)
  if (!message || inputs.some(([, value]) => value === null)) return null
  return text(message, Object.fromEntries(inputs))
}

/** A text as one column holds it, for each reader in their own language; in English where it is not of the catalogue. */
export function storedLine(given: Text): string {
  const stored = storedText(given)
  return stored ? JSON.stringify(stored) : inEnglish(given)
}

/** What a column holds, in the reader's language: a stored text, else the words themselves (a mail server's, or of before texts were stored so). */
export function lineIn(line: string, language: Language): string {
  const stored = line.startsWith('{') ? parsed(line) : null
  const known = stored && textOf(stored)
  return known ? inLanguage(known, language) : line
}

function parsed(line: string): StoredText | null {
  try {
    const stored = JSON.parse(line) as StoredText
    return 'key' in stored || 'texts' in stored || 'moment' in stored ? stored : null
  } catch {
    return null
  }
}

const inputOf = (value: Input) => (typeof value === 'object' ? textOf(value) : value)
