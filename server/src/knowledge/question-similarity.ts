import { normalise, QUESTION_WORDS, termsOf, wordsOf } from '#server/language/search-text.ts'
import { foldAccents } from '#server/platform/text/fold.ts'
import type { IndexLanguage } from './retrieval/types.ts'

const NGRAM_SIZE = 3
/** Character trigrams overlap more easily than words do. */
const NGRAM_WEIGHT = 0.9

/**
 * The content words of a question: stemmed, each once, sorted, at most 40. A question without content words gives all of its words.
 */
export function questionSignature(text: string, language: IndexLanguage): string[] {
  const plain = normalise(text.slice(0, 2000), language)
  const stems = termsOf(
    wordsOf(plain)
      .filter((word) => !QUESTION_WORDS.has(word))
      .join(' '),
    language,
  ).map(({ stem }) => stem)
  const words = stems.length > 0 ? stems : wordsOf(foldAccents(plain))
  return [...new Set(words)].sort().slice(0, 40)
}

/** Similarity of two question signatures, 0 to 1: the Dice coefficient of their words or, for typing errors, of their trigrams. */
export function questionSimilarity(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0
  const words = dice(new Set(a), new Set(b))
  return words === 1 ? 1 : Math.max(words, NGRAM_WEIGHT * dice(trigrams(a), trigrams(b)))
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  let shared = 0
  for (const one of few) if (many.has(one)) shared += 1
  return (2 * shared) / (a.size + b.size)
}

function trigrams(words: readonly string[]): Set<string> {
  const found = new Set<string>()
  for (const word of words) {
    const padded = ` ${word} `
    for (let at = 0; at + NGRAM_SIZE <= padded.length; at++) found.add(padded.slice(at, at + NGRAM_SIZE))
  }
  return found
}
