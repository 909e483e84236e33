import { type ErrorCode, STATUS_OF } from '#contracts/errors.ts'
import type { TenantId, UserId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { inEnglish, type Text, text } from './text/message.ts'

/** A signed-in person, with the role that did not suffice. */
export type RefusedAccount = { userId: UserId; email: string; role: string; tenantId: TenantId | null }

type Details = {
  fields?: Record<string, Text>
  /** Distinguishes cases of one code for a screen (`wrong_portal`). */
  reason?: string
  /** The current row, for a change that was refused because of another one (409). */
  current?: unknown
  retryAfterSeconds?: number
  /** Logged, never sent. */
  cause?: unknown
  /** The account that was refused before the route knew its caller; for the audit log, never sent. */
  refused?: RefusedAccount
  /** The refusal has an entry of its own in the audit log (a sign-in). */
  isAudited?: true
}

/** The error of a refused request. `text` is for people (what happened and what to do), `message` is it in English, for the log. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly text: Text
  readonly details: Details

  constructor(code: ErrorCode, message: Text, details: Details = {}) {
    super(inEnglish(message), { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.text = message
    this.details = details
  }

  get status(): number {
    return STATUS_OF[this.code]
  }
}

/**
 * The error for what does not exist and for what the caller may not read: the same, so that it reveals nothing. `what` selects the wording in
 * `error_not_found` of the catalogue.
 */
export const notFound = (what: string) => new AppError('not_found', text(m.error_not_found, { what }))

export const forbidden = (message: Text, details: Details = {}) => new AppError('forbidden', message, details)
export const conflict = (message: Text, details: Details = {}) => new AppError('conflict', message, details)
export const invalid = (fields: Record<string, Text>) =>
  new AppError('invalid_input', m.error_invalid_input, { fields })
export const unauthenticated = () => new AppError('unauthenticated', m.error_not_signed_in)
export const unavailable = (cause?: unknown) =>
  new AppError('unavailable', m.error_unavailable, { retryAfterSeconds: 2, cause })
export const OVER_SHARE = 'over_share'
/** A business that has more work under way than its share, beside others. */
export const overShare = (cause?: unknown) =>
  new AppError('unavailable', m.error_over_share, { retryAfterSeconds: 5, reason: OVER_SHARE, cause })
export const diskFull = (cause?: unknown) => new AppError('disk_full', m.error_disk_full, { cause })
