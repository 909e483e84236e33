import * as m from '#i18n/messages.js'
import { CallError } from '#web/lib/call.ts'

/** What the verification after a sign-up did not find. */
export class MissingAfterSignUp extends Error {
  override readonly name = 'MissingAfterSignUp'
}

const BY_REASON: Record<string, () => string> = {
  email_in_use: m.signup_error_email_in_use,
  gift_token_invalid: m.signup_error_gift,
  used: m.signup_error_checkout_used,
  unpaid: m.signup_error_checkout_unpaid,
}

/** The text of a refused sign-up; `otherwise` is the form's own sentence, given the server's message where there is one. */
export function signUpErrorText(
  error: unknown,
  otherwise: (message: string) => string,
  isOnline: boolean = navigator.onLine,
): string {
  if (error instanceof MissingAfterSignUp) return error.message
  if (!(error instanceof CallError)) return otherwise('')
  if (error.code === 'offline') return isOnline ? m.signup_error_network() : m.signup_error_offline()
  if (error.fields.password)
    return /at least/.test(error.fields.password) ? m.signup_error_password_weak() : error.fields.password
  if (error.fields.email) return m.signup_error_email_format()
  const known = BY_REASON[error.reason ?? '']
  if (known) return known()
  return otherwise(error.code === 'internal' || error.code === 'bad_answer' ? '' : error.message)
}
