import { normalise, termsOf, wordsOf } from '#server/language/search-text.ts'
import { foldAccents } from '#server/platform/text/fold.ts'
import type { IndexLanguage } from './retrieval/types.ts'

/** What people put around a question in any of the languages; two questions are not alike for it. */
const ASKING = new Set(
  `how what when where which who why please want need would like know tell help question possible
  quiero necesito saber favor ayuda puedo
  voudrais veux besoin savoir plait svp aide
  mochte möchte brauche wissen bitte hilfe frage`.split(/\s+/),
)
const SIZE = 3
/** Runs of characters agree more easily than words do. */
const RUNS_WEIGHT = 0.9

/**
 * The words of a question that count: stemmed, each once, in order of the alphabet. Of a question without any, all of its words. At
 * most 40.
 */
export function questionSignature(text: string, language: IndexLanguage): string[] {
  const plain = normalise(text.slice(0, 2000), language)
  const stems = termsOf(
    wordsOf(plain)
      .filter((word) => !ASKING.has(word))
      .join(' '),
    language,
  ).map(({ stem }) => stem)
  const words = stems.length > 0 ? stems : wordsOf(foldAccents(plain))
  return [...new Set(words)].sort().slice(0, 40)
}

/** How alike two questions are by their signatures, from 0 to 1: shared words, or, with typing errors, shared runs of letters. */
export function questionSimilarity(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0
  const words = dice(new Set(a), new Set(b))
  return words === 1 ? 1 : Math.max(words, RUNS_WEIGHT * dice(runsOf(a), runsOf(b)))
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  let shared = 0
  for (const one of few) if (many.has(one)) shared += 1
  return (2 * shared) / (a.size + b.size)
}

function runsOf(words: readonly string[]): Set<string> {
  const runs = new Set<string>()
  for (const word of words) {
    const padded = ` ${word} `
    for (let at = 0; at + SIZE <= padded.length; at++) runs.add(padded.slice(at, at + SIZE))
  }
  return runs
}
