import { type ErrorCode, STATUS_OF } from '#contracts/errors.ts'

type Details = {
  fields?: Record<string, string>
  /** Tells cases of one code apart for a screen (`wrong_portal`). */
  reason?: string
  /** The row as it stands, for a change that lost (409). */
  current?: unknown
  retryAfterSeconds?: number
  /** Goes to the log, never to the wire. */
  cause?: unknown
}

/** The one error of the house. `message` is for people: what happened and what to do. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return STATUS_OF[this.code]
  }
}

/** What does not exist and what the caller may not read answer alike, in the same words. */
export const notFound = (what: string) =>
  new AppError(
    'not_found',
    `This ${what} does not exist or is not open to you. Check the link, or go back to the list.`,
  )

export const forbidden = (message: string) => new AppError('forbidden', message)
export const conflict = (message: string, details: Details = {}) => new AppError('conflict', message, details)
export const invalid = (fields: Record<string, string>) =>
  new AppError('invalid_input', 'Some entries are missing or wrong. Correct the marked fields and try again.', {
    fields,
  })
export const unauthenticated = () => new AppError('unauthenticated', 'You are not signed in. Sign in and try again.')
export const unavailable = (cause?: unknown) =>
  new AppError('unavailable', 'The service is temporarily unavailable. Please try again in a moment.', {
    retryAfterSeconds: 2,
    cause,
  })
