import { isOneSlip } from '#contracts/one-slip.ts'
import { plainTextOf, plainWordsOf, WORD } from '#contracts/search/plain-text.ts'

/** Shorter words resemble too many others. */
const MIN_CORRECTED = 5

/** Whether every word of a search begins a word of the text. */
export function matchesText(search: string, text: string): boolean {
  const words = plainWordsOf(text)
  return plainWordsOf(search).every((typed) => words.some((word) => word.startsWith(typed)))
}

/** The same with one slip a word: in the word, or in its beginning where it may be unfinished. */
export function matchesAlmost(search: string, text: string): boolean {
  const words = plainWordsOf(text)
  const isNear = (typed: string, word: string) =>
    word.startsWith(typed) ||
    (typed.length >= MIN_CORRECTED &&
      (isOneSlip(typed, word) ||
        isOneSlip(typed, word.slice(0, typed.length)) ||
        isOneSlip(typed, word.slice(0, typed.length + 1))))
  return plainWordsOf(search).every((typed) => words.some((word) => isNear(typed, word)))
}

/** A text in parts: those that a term begins a word with, and those between. */
export function markedParts(text: string, terms: readonly string[]): { at: number; part: string; isMarked: boolean }[] {
  const parts: { at: number; part: string; isMarked: boolean }[] = []
  let end = 0
  for (const { index, 0: word } of text.matchAll(WORD)) {
    const plain = plainTextOf(word)
    const term = terms.filter((one) => plain.startsWith(one)).sort((a, b) => b.length - a.length)[0]
    if (!term) continue
    if (index > end) parts.push({ at: end, part: text.slice(end, index), isMarked: false })
    // Where accents changed the length, the whole word is marked.
    const length = plain.length === word.length ? term.length : word.length
    parts.push({ at: index, part: word.slice(0, length), isMarked: true })
    end = index + length
  }
  if (end < text.length) parts.push({ at: end, part: text.slice(end), isMarked: false })
  return parts
}
