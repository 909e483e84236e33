import type { Language } from '#contracts/languages.ts'
import { LEXICONS } from '#server/language/lexicons.ts'
import type { ComparisonWords } from '#server/language/types.ts'
import type { Place } from './bounds.ts'

/** A way to get in touch. `value` is without what may be written differently. */
export type ContactFact = Place & { kind: 'phone' | 'email' | 'address'; value: string }

const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu
const PHONE = /(?<![\p{L}\p{N}.,])\+?\(?\d(?:[ ().\u00a0/–-]{0,2}\d){6,16}(?![\p{L}\p{N}])/gu
const DATE = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$|^\d{4}-\d{2}-\d{2}$/
const GROUPED = /^\d{1,3}(?:[. ]\d{3})+$/
const NUMBER = String.raw`\d{1,5}\s?[a-zA-Z]?(?![\p{L}\p{N}])`
const NAME = String.raw`(?:\p{Lu}[\p{L}'’.-]*\s+){1,4}`

/** A pattern of words in lower case that may begin with a capital. */
const eitherCase = (pattern: string) =>
  pattern.replace(
    /(^|\|)(\p{L})/gu,
    (_, before: string, letter: string) => `${before}[${letter}${letter.toUpperCase()}]`,
  )

const addresses = Object.fromEntries(
  Object.entries(LEXICONS).map(([language, { comparison }]) => [language, addressPattern(comparison.street)]),
) as Record<Language, RegExp>

function addressPattern({ words, isFirst, numberFirst }: ComparisonWords['street']): RegExp {
  if (words === '') return /$^/g
  const street = isFirst
    ? String.raw`(?:${eitherCase(words)})\s+[\p{L}'’ -]{2,40}`
    : String.raw`(?:${NAME}(?:${eitherCase(words)})|\p{Lu}[\p{L}-]*(?:${words}))(?!\p{L})\.?`
  return new RegExp(numberFirst ? String.raw`${NUMBER},?\s+${street}` : String.raw`${street},?\s+${NUMBER}`, 'gu')
}

/** The e-mail addresses, telephone numbers and postal addresses of a sentence. */
export function readContacts(sentence: string, language: Language): ContactFact[] {
  const placed = (kind: ContactFact['kind'], pattern: RegExp, plainOf: (text: string) => string) =>
    [...sentence.matchAll(pattern)].map(({ 0: text, index }): ContactFact => {
      const written = text.trimEnd().replace(/\.$/, '')
      return { kind, value: plainOf(written), start: index, end: index + written.length }
    })
  const phones = placed('phone', PHONE, (text) => text.replace(/\D/g, '').replace(/^0+/, '')).filter(
    ({ start, end }) => !DATE.test(sentence.slice(start, end)) && !GROUPED.test(sentence.slice(start, end)),
  )
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  return [
    ...placed('email', EMAIL, (text) => text.toLowerCase().replace(/\.$/, '')),
    ...phones,
    ...placed('address', addresses[language], plain),
  ]
}
