import { readFileSync } from 'node:fs'

const commonest = new Set(
  readFileSync(new URL('./commonest-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)

export const MAX_PASSWORD_LENGTH = 200

/** What is wrong with a new password, as a sentence for the person choosing it; null when nothing is. */
export function passwordFault(password: string, minLength: number): string | null {
  if (password.length < minLength) return `Password must be at least ${minLength} characters`
  if (password.length > MAX_PASSWORD_LENGTH) return `Password must be at most ${MAX_PASSWORD_LENGTH} characters`
  const plain = password.toLowerCase()
  if (commonest.has(plain) || /^(.)\1*$/.test(plain)) {
    return 'This password is among the first that attackers try. Please choose another one.'
  }
  return null
}
