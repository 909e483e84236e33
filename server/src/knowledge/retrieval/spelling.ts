import { isOneSlip } from '#contracts/one-slip.ts'
import { commonWordsOfLength, isCommonWord } from '#server/language/common-words.ts'
import { detectLanguage } from '#server/language/detect.ts'
import { MAX_QUERY_CHARACTERS, stemOf } from '#server/language/search-text.ts'
import { foldAccents } from '#server/platform/text/fold.ts'
import type { TokenizedUnit } from './scoring-units.ts'
import type { IndexLanguage } from './types.ts'

/** The words of a tenant's knowledge, by which a question's slips are corrected. */
export type Spelling = {
  /** `asked`: the language of the query; null for all of the knowledge. */
  correct(query: string, asked?: IndexLanguage | null): string
}

/** Shorter words have too many neighbours: "cat", "car", "cart". */
const MIN_CHARACTERS = 4
/** Shorter words that the knowledge does not have are names more often than slips. */
const MIN_COMMON = 7
/** Of a long question only so many words are looked up, so that the time stays bounded. */
const MAX_CORRECTED = 12
const WORD = /[\p{L}\p{N}'’]+/gu

type Known = { word: string; stem: string; uses: number }

/**
 * Builds the correction of slips. A word of a question that is neither in the knowledge nor a common word of the question's language
 * becomes the word that it differs from by one slip (a letter missing, added or wrong, or two swapped): one of the knowledge, the most
 * used one first, else a common one. Questions in a language that the knowledge does not have stay as they are.
 */
export function buildSpelling(units: readonly TokenizedUnit[], languages: readonly IndexLanguage[]): Spelling {
  const vocabularies = languages.map((language) => vocabularyOf(units, language))
  return {
    correct(query, asked = detectLanguage(query)) {
      const read = vocabularies.filter(({ language }) => asked === null || language === asked)
      let looked = 0
      return query.slice(0, MAX_QUERY_CHARACTERS).replace(WORD, (given) => {
        const word = foldAccents(given.toLowerCase())
        if (word.length < MIN_CHARACTERS || /[\p{N}'’]/u.test(word) || read.some((one) => isKnown(word, one)))
          return given
        looked += 1
        return looked > MAX_CORRECTED ? given : (nearestWord(word, read) ?? given)
      })
    },
  }
}

const isKnown = (word: string, { language, words, stems }: Vocabulary) =>
  words.has(word) || stems.has(stemOf(word, language)) || isCommonWord(word, language)

/** The word meant: of the knowledge, else a common one, else one of the knowledge in another form ("unblokcing" for "unblocked"). */
function nearestWord(word: string, vocabularies: readonly Vocabulary[]): string | null {
  const lengths = [word.length, word.length - 1, word.length + 1]
  const known = vocabularies.flatMap(({ language, byLength }) => {
    const stem = stemOf(word, language)
    return lengths.flatMap((length) => byLength.get(length) ?? []).map((one) => ({ ...one, asked: stem }))
  })
  const mostUsed = (isNear: (one: (typeof known)[number]) => boolean) =>
    known.filter(isNear).reduce<Known | null>((best, one) => (best && best.uses >= one.uses ? best : one), null)?.word
  return (
    mostUsed((one) => isOneSlip(one.word, word)) ??
    commonWord(word, vocabularies, lengths) ??
    mostUsed(({ stem, asked }) => asked.length >= MIN_COMMON && isOneSlip(stem, asked)) ??
    null
  )
}

function commonWord(word: string, vocabularies: readonly Vocabulary[], lengths: number[]): string | undefined {
  if (word.length < MIN_COMMON) return undefined
  return vocabularies
    .flatMap(({ language }) => lengths.flatMap((length) => commonWordsOfLength(length, language)))
    .find((one) => one[0] === word[0] && isOneSlip(one, word))
}

type Vocabulary = ReturnType<typeof vocabularyOf>

function vocabularyOf(units: readonly TokenizedUnit[], language: IndexLanguage) {
  const uses = new Map<string, number>()
  for (const unit of units) {
    if (unit.language !== language) continue
    for (const word of unit.words) {
      const folded = foldAccents(word)
      uses.set(folded, (uses.get(folded) ?? 0) + 1)
    }
  }
  const stems = new Set<string>()
  const known: Known[] = []
  for (const [word, count] of uses) {
    const stem = stemOf(word, language)
    stems.add(stem)
    if (word.length >= MIN_CHARACTERS - 1 && !/\p{N}/u.test(word)) known.push({ word, stem, uses: count })
  }
  return { language, words: new Set(uses.keys()), stems, byLength: Map.groupBy(known, ({ word }) => word.length) }
}
