import { existsSync, readFileSync } from 'node:fs'
import type { Language } from '#contracts/languages.ts'

const held = new Map<Language, [string, string][]>()

/** The words of a language with their English, read when they are first needed; empty for a language without a dictionary. */
export function dictionaryOf(language: Language): [string, string][] {
  const known = held.get(language)
  if (known) return known
  const file = new URL(`./${language}/english.json`, import.meta.url)
  const entries = existsSync(file)
    ? Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
    : []
  held.set(language, entries)
  return entries
}
