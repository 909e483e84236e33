/**
 * Languages that nobody speaks, for tests of the pages: `en-XA` has accents and is a third longer, so that a cut text, and a text
 * without a translation key, is seen; `ar-XB` runs from right to left, so that a layout that is not mirrored is seen. The codes are those of
 * Android's pseudo-locales.
 */
export const PSEUDO_LANGUAGES = ['en-XA', 'ar-XB'] as const

const PLAIN = 'aceghijlnorsuyzACEGHIJLNORSUYZ'
const ACCENTED = 'áçéĝĥíĵļñöŕšüýžÁÇÉĜĤÍĴĻÑÖŔŠÜÝŽ'
const accented = new Map([...PLAIN].map((letter, n) => [letter, [...ACCENTED][n] ?? letter]))
const VOWELS = /[aeiou]/g
/** Right-to-left override, and its end: the letters of the text stand in the other order. */
const OVERRIDE = ['\u202e', '\u202c'] as const

/** A message's JavaScript expression with its texts, which stand in template literals, in a pseudo-language. */
export function pseudoText(expression: string, language: string): string {
  return expression.replace(/`((?:\\.|[^`\\])*)`/gs, (_, text: string) => `\`${inPseudo(text, language)}\``)
}

/** `text` is the inside of a template literal: placeholders and escapes stay. */
function inPseudo(text: string, language: string): string {
  const parts = text.split(/(\$\{[^}]*\}|\\(?:u[\da-f]{4}|.))/gis)
  if (language === 'ar-XB')
    return parts.map((part, n) => (n % 2 === 1 || !part.trim() ? part : OVERRIDE[0] + part + OVERRIDE[1])).join('')
  const longer = (part: string) =>
    [...part.replace(VOWELS, '$&$&')].map((letter) => accented.get(letter) ?? letter).join('')
  return `[${parts.map((part, n) => (n % 2 === 1 ? part : longer(part))).join('')}]`
}
