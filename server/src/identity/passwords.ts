import { readFileSync } from 'node:fs'
import * as m from '#i18n/messages.js'
import { type Text, text } from '#server/platform/text/message.ts'

/** The 3,000 commonest of at least six characters, as published with zxcvbn (MIT licence), and others that attackers try first. */
const commonest = new Set(
  readFileSync(new URL('./commonest-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)

export const MAX_PASSWORD_LENGTH = 200

/** Own words shorter than this are ignored: they occur in many good passwords. */
const MIN_OWN_WORD = 3
/** A password of own words needs so many other letters, or digits that cannot be guessed from the one before. */
const MIN_OTHER_LETTERS = 4
const MIN_OTHER_DIGITS = 10

/**
 * What is wrong with a new password, as a sentence for the person choosing it; null when nothing is. `owner` has the texts that others know
 * of the account: a password of their words, with few digits or signs at most, is refused.
 */
export function passwordFault(password: string, minLength: number, owner: PasswordOwner): Text | null {
  if (password.length < minLength) return text(m.error_password_too_short, { min: minLength })
  if (password.length > MAX_PASSWORD_LENGTH) return text(m.error_password_too_long, { max: MAX_PASSWORD_LENGTH })
  const plain = password.toLowerCase()
  if (commonest.has(plain) || /^(.)\1*$/.test(plain)) return m.error_password_common
  return isOfOwnWords(password, owner) ? m.error_password_own_words : null
}

export type PasswordOwner = { name: string; email: string; businessName?: string | undefined }

function isOfOwnWords(password: string, { name, email, businessName = '' }: PasswordOwner): boolean {
  const texts = [name, email.split('@')[0] ?? '', businessName]
  const parts = [...texts, ...texts.flatMap((one) => one.split(/[^\p{L}\p{N}]+/u))]
  const withoutOwn = (simplified: (given: string) => string): string => {
    const words = parts.map(simplified).filter((word) => word.length >= MIN_OWN_WORD)
    // The longest first, so that a whole name is removed before its parts.
    words.sort((a, b) => b.length - a.length)
    return words.reduce((rest, word) => rest.replaceAll(word, ''), simplified(password))
  }
  const others = withoutOwn(lettersOf)
  const hasOwn = others !== lettersOf(password)
  return hasOwn && others.length < MIN_OTHER_LETTERS && freeDigits(withoutOwn(lettersAndDigitsOf)) < MIN_OTHER_DIGITS
}

/** A text in lower case and without accents. */
const plainOf = (given: string): string => given.normalize('NFKD').toLowerCase()
const lettersOf = (given: string): string => plainOf(given).replace(/\P{L}/gu, '')
const lettersAndDigitsOf = (given: string): string => plainOf(given).replace(/[^\p{L}\p{N}]/gu, '')

/** The number of digits that do not repeat or continue the one before, as in 1111 and 1234. */
const freeDigits = (given: string): number => {
  const digits = [...given.replace(/\D/g, '')].map(Number)
  return digits.filter((digit, n) => Math.abs(digit - (digits[n - 1] ?? -9)) > 1).length
}
