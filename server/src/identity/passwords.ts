import { readFileSync } from 'node:fs'
import * as m from '#i18n/messages.js'
import { type Text, text } from '#server/platform/text/message.ts'

const commonest = new Set(
  readFileSync(new URL('./commonest-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)

export const MAX_PASSWORD_LENGTH = 200

/** What is wrong with a new password, as a sentence for the person choosing it; null when nothing is. */
export function passwordFault(password: string, minLength: number): Text | null {
  if (password.length < minLength) return text(m.error_password_too_short, { min: minLength })
  if (password.length > MAX_PASSWORD_LENGTH) return text(m.error_password_too_long, { max: MAX_PASSWORD_LENGTH })
  const plain = password.toLowerCase()
  if (commonest.has(plain) || /^(.)\1*$/.test(plain)) {
    return m.error_password_common
  }
  return null
}
