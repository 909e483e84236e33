import type { Language } from '#contracts/languages.ts'
import { LEXICONS } from '#server/language/lexicons.ts'
import { SIGNS } from '#server/language/numbers.ts'
import { READERS, splitWords } from '#server/language/readers.ts'
import { stemOf } from '#server/language/search-text.ts'
import type { Opposite } from '#server/language/types.ts'

/** The words of a language by which statements are read, ready for look-up. */
export type StatementWords = {
  language: Language
  /** By word as it is written, and by its stem. */
  topics: ReadonlyMap<string, string>
  topicStems: ReadonlyMap<string, string>
  common: ReadonlySet<string>
  commonStems: ReadonlySet<string>
  special: ReadonlySet<string>
  predicateAfter: ReadonlySet<string>
  afterCommand: ReadonlySet<string>
  namedAfter: ReadonlySet<string>
  /** Several words that are one topic or opposite, longest first. */
  phrases: readonly string[]
  opposites: ReadonlyMap<string, { of: Opposite; sign: 1 | -1 }[]>
  numbers: ReadonlyMap<string, number>
  one: ReadonlySet<string>
  units: ReadonlyMap<string, string>
  weekdays: ReadonlyMap<string, number>
  months: ReadonlyMap<string, number>
}

/** Splits a list of words in which `_` stands for a blank. */
const wordsOf = (list: string) => [...splitWords(list)].map((word) => word.replaceAll('_', ' '))

/** A shorter stem belongs to other words too. */
const MIN_STEM = 4

const held = new Map<Language, StatementWords>()

/** The words of a language, made when they are first needed. */
export function statementWords(language: Language): StatementWords {
  const made = held.get(language) ?? make(language)
  held.set(language, made)
  return made
}

function make(language: Language): StatementWords {
  const { comparison, numbers, dates } = LEXICONS[language]
  const topics = new Map(
    Object.entries(comparison.topics).flatMap(([topic, list]) =>
      wordsOf(list).map((word): [string, string] => [word, topic]),
    ),
  )
  const { search } = READERS[language]
  const common = new Set([...wordsOf(comparison.common), ...splitWords(`${search.stopWords} ${search.weakWords}`)])
  const opposites = oppositesOf(language)
  const named = (lists: readonly string[]) =>
    new Map(lists.flatMap((list, at) => [...splitWords(list)].map((word): [string, number] => [word, at])))
  return {
    language,
    topics,
    topicStems: new Map(
      [...topics]
        .map(([word, topic]): [string, string] => [stemOf(word, language), topic])
        .filter(([stem]) => stem.length >= MIN_STEM),
    ),
    common,
    commonStems: new Set([...common].map((word) => stemOf(word, language))),
    special: new Set([...wordsOf(comparison.special)].map((word) => stemOf(word, language))),
    predicateAfter: new Set(wordsOf(comparison.predicateAfter)),
    afterCommand: new Set(wordsOf(comparison.afterCommand)),
    namedAfter: new Set(wordsOf(comparison.namedAfter)),
    phrases: [...topics.keys(), ...opposites.keys()]
      .filter((word) => word.includes(' '))
      .sort((a, b) => b.length - a.length),
    opposites,
    numbers: new Map(
      Object.entries(numbers.values).flatMap(([value, list]) =>
        wordsOf(list).map((word): [string, number] => [word, Number(value)]),
      ),
    ),
    one: new Set(wordsOf(numbers.one)),
    units: new Map(
      [...Object.entries(SIGNS), ...Object.entries(numbers.units)].flatMap(([unit, list]) =>
        wordsOf(list).map((word): [string, string] => [word, unit]),
      ),
    ),
    weekdays: named(dates.weekdays),
    months: named(dates.months),
  }
}

function oppositesOf(language: Language): Map<string, { of: Opposite; sign: 1 | -1 }[]> {
  const found = new Map<string, { of: Opposite; sign: 1 | -1 }[]>()
  for (const [of, sides] of Object.entries(LEXICONS[language].comparison.opposites)) {
    for (const [list, sign] of [
      [sides.yes, 1],
      [sides.no, -1],
    ] as const) {
      for (const word of wordsOf(list)) found.set(word, [...(found.get(word) ?? []), { of: of as Opposite, sign }])
    }
  }
  return found
}
