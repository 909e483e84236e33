import * as m from '#i18n/messages.js'
import { CallError } from './call.ts'

/** The code of a part of the page could not be loaded: no connection, or a new version has replaced the file. */
export class PartNotLoaded extends Error {
  override readonly name = 'PartNotLoaded'
}

/**
 * Error text of a failed call: the server's where there is one, else what happened and what
 * to do about it.
 */
export function failureText(error: unknown): string {
  if (error instanceof PartNotLoaded) return m.common_error_part()
  if (!(error instanceof CallError)) return m.common_error_unknown()
  if (error.code === 'offline') return m.common_error_offline()
  if (error.code === 'bad_answer') return m.common_error_bad_answer()
  return error.message || m.common_error_unknown()
}
