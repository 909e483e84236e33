import { plainTextOf, WORD } from '#contracts/search/plain-text.ts'
import { clipLine } from '#server/platform/text/clip.ts'

const BEFORE = 40
const CHARACTERS = 160

/** How many of the words a text has, each given by its beginnings, and the part of the text around the first, on one line. */
export function excerptOf(text: string, words: readonly (readonly string[])[]): { found: number; excerpt: string } {
  const pieces = [...text.matchAll(WORD)].map(({ index, 0: piece }) => ({ index, plain: plainTextOf(piece) }))
  const places = words
    .map((starts) => pieces.find(({ plain }) => starts.some((start) => plain.startsWith(start)))?.index)
    .filter((index) => index !== undefined)
  const first = Math.min(...places)
  if (!Number.isFinite(first)) return { found: 0, excerpt: '' }
  const from = first <= BEFORE ? 0 : text.indexOf(' ', first - BEFORE) + 1
  const begin = Math.min(from, first)
  return { found: places.length, excerpt: `${begin > 0 ? '…' : ''}${clipLine(text.slice(begin), CHARACTERS)}` }
}
