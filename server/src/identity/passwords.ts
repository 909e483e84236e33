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
/** A password of own words needs so many other letters. */
const MIN_OTHER_LETTERS = 4

/**
 * What is wrong with a new password, as a sentence for the person choosing it; null when nothing is. `owner` has the texts that others know
 * of the account: a password of their words, with digits and signs at most, is refused.
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
  const words = [...texts, ...texts.flatMap((one) => one.split(/[^\p{L}\p{N}]+/u))].map(lettersOf)
  // The longest first, so that a whole name is removed before its parts.
  const own = words.filter((word) => word.length >= MIN_OWN_WORD).sort((a, b) => b.length - a.length)
  const given = lettersOf(password)
  const others = own.reduce((rest, word) => rest.replaceAll(word, ''), given)
  return others !== given && others.length < MIN_OTHER_LETTERS
}

/** The letters of a text, in lower case and without accents. */
const lettersOf = (given: string): string => given.normalize('NFKD').toLowerCase().replace(/\P{L}/gu, '')
