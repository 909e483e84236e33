import type { Language } from '#contracts/languages.ts'
import { normaliseText, stemOf, termsOf } from '#server/knowledge/service.ts'
import { isNumberWord, LEXICONS, visible, withoutContractions, withoutDays } from '#server/language/service.ts'
import { memoize } from './memoize.ts'

/** The stems of the words of a text that state something (no courtesy, stop words, numbers or dates), in order. */
export const statedStems = (text: string, language: Language): readonly string[] => statedIn(`${language}${text}`)

/** Cached sentences: each is compared with many others. */
const CACHED_SENTENCES = 2_000
const statedIn = memoize((key): readonly string[] => {
  const language = key.slice(0, 2) as Language
  const normalised = normaliseText(withoutDays(expanded(key.slice(2))), language).replace(/\p{L}+/gu, (word) =>
    isNumberWord(word) ? ' ' : word,
  )
  const courtesy = courtesyOf(language)
  return termsOf(normalised, language)
    .filter(({ stem, weak }) => !weak && !/^\d+$/.test(stem) && stem.length > 1 && !courtesy.has(stem))
    .map(({ stem }) => stem)
}, CACHED_SENTENCES)

/** Without verbs that are attached to the word before ("you've", "it's"). */
const expanded = (text: string): string => withoutContractions(visible(text))

/** The stems of all words of a text, with their synonyms. */
export function knownStems(text: string, language: Language): Set<string> {
  const known = new Set(termsOf(normaliseText(expanded(text), language), language).map(({ stem }) => stem))
  const groups = groupsOf(language)
  for (const stem of [...known]) for (const same of groups.get(stem) ?? []) known.add(same)
  return known
}

/** Whether the evidence contains a stem, or one with the same beginning ("deliver", "deliveri"). */
export function isKnown(stem: string, known: ReadonlySet<string>): boolean {
  if (known.has(stem)) return true
  if (stem.length < SHARED) return false
  for (const other of known) if (sharesBeginning(stem, other)) return true
  return false
}

const SHARED = 4

function sharesBeginning(one: string, other: string): boolean {
  const longer = Math.max(one.length, other.length)
  const needed = Math.max(SHARED, Math.ceil(longer * (longer < 7 ? 0.75 : 0.6)))
  if (Math.min(one.length, other.length) < needed) return false
  for (let at = 0; at < needed; at += 1) if (one[at] !== other[at]) return false
  return true
}

/** Stems of a list of words, computed once for each language. */
function stemsOfList(list: (language: Language) => string): (language: Language) => ReadonlySet<string> {
  const made = new Map<Language, ReadonlySet<string>>()
  return (language) => {
    const held = made.get(language) ?? new Set(split(list(language)).map((word) => stem(word, language)))
    made.set(language, held)
    return held
  }
}
const courtesyOf = stemsOfList((language) => {
  const { courtesy, joining } = LEXICONS[language].paraphrase
  return `${courtesy} ${joining}`
})
/** Everyday words: one that the evidence lacks counts half. */
export const everydayStems = stemsOfList((language) => LEXICONS[language].paraphrase.everyday)

const synonyms = new Map<Language, ReadonlyMap<string, ReadonlySet<string>>>()
function groupsOf(language: Language): ReadonlyMap<string, ReadonlySet<string>> {
  const held = synonyms.get(language)
  if (held) return held
  const groups = new Map<string, Set<string>>()
  for (const group of LEXICONS[language].synonyms) {
    const stems = split(group).flatMap((word) => (word.includes('_') ? [] : [stem(word, language)]))
    for (const one of stems) groups.set(one, new Set([...(groups.get(one) ?? []), ...stems]))
  }
  synonyms.set(language, groups)
  return groups
}

const split = (list: string) => list.trim().split(/\s+/)
const stem = (word: string, language: Language) => stemOf(normaliseText(word, language), language)
