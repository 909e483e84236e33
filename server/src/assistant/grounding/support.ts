import type { Language } from '#server/knowledge/schema.ts'
import { normaliseText, stemOf, termsOf } from '#server/knowledge/service.ts'
import { withoutDays } from './calendar.ts'
import { COURTESY, SYNONYMS } from './courtesy.ts'
import { visible } from './injection.ts'
import { isNumberWord } from './numbers.ts'

/** The words of a text that state something, as stems, in order. */
export function statedStems(text: string, language: Language): string[] {
  const spoken = normaliseText(withoutDays(visible(text)), language).replace(/\p{L}+/gu, (word) =>
    isNumberWord(word) ? ' ' : word,
  )
  const stems = termsOf(spoken, language)
  const courtesy = courtesyOf(language)
  return stems
    .filter(({ stem, weak }) => !weak && !/^\d+$/.test(stem) && stem.length > 1 && !courtesy.has(stem))
    .map(({ stem }) => stem)
}

/** All words of a text as stems, with those that mean the same. */
export function knownStems(text: string, language: Language): Set<string> {
  const known = new Set(termsOf(normaliseText(visible(text), language), language).map(({ stem }) => stem))
  const groups = groupsOf(language)
  for (const stem of [...known]) for (const same of groups.get(stem) ?? []) known.add(same)
  return known
}

/** Whether a stem stands in the evidence: itself, or grown from the same beginning ("deliver", "deliveri"). */
export function isKnown(stem: string, known: ReadonlySet<string>): boolean {
  if (known.has(stem)) return true
  if (stem.length < SHARED) return false
  for (const other of known) if (sharesBeginning(stem, other)) return true
  return false
}

const SHARED = 5

function sharesBeginning(one: string, other: string): boolean {
  const longer = Math.max(one.length, other.length)
  const needed = Math.max(SHARED, Math.ceil(longer * 0.6))
  if (Math.min(one.length, other.length) < needed) return false
  for (let at = 0; at < needed; at += 1) if (one[at] !== other[at]) return false
  return true
}

const courtesyStems = new Map<Language, ReadonlySet<string>>()
function courtesyOf(language: Language): ReadonlySet<string> {
  const held = courtesyStems.get(language) ?? new Set(split(COURTESY[language]).map((word) => stem(word, language)))
  courtesyStems.set(language, held)
  return held
}

const synonyms = new Map<Language, ReadonlyMap<string, ReadonlySet<string>>>()
function groupsOf(language: Language): ReadonlyMap<string, ReadonlySet<string>> {
  const held = synonyms.get(language)
  if (held) return held
  const groups = new Map<string, Set<string>>()
  for (const group of SYNONYMS[language]) {
    const stems = split(group).flatMap((word) => (word.includes('_') ? [] : [stem(word, language)]))
    for (const one of stems) groups.set(one, new Set([...(groups.get(one) ?? []), ...stems]))
  }
  synonyms.set(language, groups)
  return groups
}

const split = (list: string) => list.trim().split(/\s+/)
const stem = (word: string, language: Language) => stemOf(normaliseText(word, language), language)

const NEGATION =
  /\b(not|no|never|cannot|can['’]?t|don['’]?t|doesn['’]?t|isn['’]?t|aren['’]?t|won['’]?t|without|neither|nor|nothing|none|unable|nunca|ningun\w*|tampoco|sin|ne|n['’]|pas|jamais|aucun\w*|sans|nicht|kein\w*|nie|niemals|ohne)\b/giu

/** How often a text says no, capped at what matters: said, or not. */
export const isNegated = (text: string): boolean => (visible(text).match(NEGATION) ?? []).length % 2 === 1
