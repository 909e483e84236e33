import { LEXICONS } from './lexicons.ts'
import type { CourtesyLine, Lexicon } from './types.ts'

const lexicons = Object.values(LEXICONS)
const wordings = (line: CourtesyLine) => lexicons.map(({ courtesy }: Lexicon) => courtesy[line]).filter(Boolean)

/** Every line of politeness, by its name. */
export const COURTESY_LINES = Object.keys(LEXICONS.en.courtesy) as CourtesyLine[]

const PATTERNS = COURTESY_LINES.map((line) => [line, new RegExp(`^(?:${wordings(line).join('|')})$`, 'iu')] as const)
const SIGNS = /^[\s¡¿*_"“«„]+|[\s!?.…:,*_"”»]+$|\p{Extended_Pictographic}|\ufe0f/gu

/** The line that a sentence says and nothing else; null for every other sentence. `names`: who may be addressed in it. */
export function courtesyLineOf(sentence: string, names: readonly string[]): CourtesyLine | null {
  const named = names.reduce((text, name) => (name ? text.replaceAll(name, '#') : text), sentence)
  const plain = named.replace(SIGNS, '').replace(SIGNS, '').replace(/\s+/g, ' ')
  return PATTERNS.find(([, pattern]) => pattern.test(plain))?.[0] ?? null
}
