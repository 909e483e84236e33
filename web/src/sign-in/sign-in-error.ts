import * as m from '#i18n/messages.js'
import { CallError } from '#web/lib/call.ts'
import { CookiesRefused } from '#web/lib/cookies-refused.ts'

const byReason: Record<string, () => string> = {
  user_not_found: m.signin_error_unknown_email,
  user_disabled: m.signin_error_disabled,
  no_profile: m.signin_error_no_profile,
  wrong_portal: m.signin_error_wrong_portal,
}

const byCode: Partial<Record<CallError['code'], () => string>> = {
  unauthenticated: m.signin_error_credentials,
  rate_limited: m.signin_error_too_many,
  unavailable: m.signin_error_profile_unreachable,
  offline: m.signin_error_profile_unreachable,
}

/** Error text of a refused sign-in: by the server's reason, else by the kind of failure. */
export function signInErrorText(error: unknown): string {
  if (error instanceof CookiesRefused) return error.message
  if (!(error instanceof CallError)) return m.signin_error_other()
  const text = byReason[error.reason ?? ''] ?? byCode[error.code] ?? m.signin_error_other
  return text()
}
