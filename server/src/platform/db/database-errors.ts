import { AppError, diskFull, overShare, unavailable } from '#server/platform/errors.ts'
import { TurnLateError } from '#server/platform/tenant-turns.ts'

/** "cannot execute … in a read-only transaction": outside a reading transaction, of a server that is a standby now. */
const READ_ONLY = '25006'

/** SQLSTATE classes and socket errors that mean that the database is unreachable or cannot answer now. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  READ_ONLY,
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '53300',
  '55P03',
  '40P01',
  '40001',
  '25P03',
])

/** The disk, or the quota on it, is full: for a file, and for PostgreSQL. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])

const codeOf = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return code
  return error.cause ? codeOf(error.cause) : null
}

/** SQLSTATE of a driver error (`23505`), also where a query builder wrapped it; null for anything else. */
export const sqlState = codeOf

/** Whether PostgreSQL itself refused: errors of a lost connection (class 08), of an ended session (57P) and of sockets say nothing about what it did. */
export function isRefusal(error: unknown): boolean {
  const state = codeOf(error) ?? ''
  return /^(?=.*\d)[0-9A-Z]{5}$/.test(state) && !/^(08|57P)/.test(state)
}

/** The server takes no changes, as a standby does. */
export const isDemoted = (error: unknown): boolean => codeOf(error) === READ_ONLY

/** The name of the constraint an insert or update violated, also where a query builder wrapped the error. */
export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { constraint } = error as { constraint?: unknown }
  return typeof constraint === 'string' ? constraint : violatedConstraint(error.cause)
}

/** An unreachable database as `unavailable` (503, may be retried), a full disk as `disk_full` (507); every other error unchanged. */
export function asAppError(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (error instanceof TurnLateError) return error.isOverShare ? overShare(error) : unavailable(error)
  const code = codeOf(error)
  if (code && FULL.has(code)) return diskFull(error)
  if ((code && (UNREACHABLE.has(code) || code.startsWith('08'))) || isCut(error)) return unavailable(error)
  return error
}

/** The driver reports a lost connection without a code, by its message only; a query builder may have wrapped it. */
const isCut = (error: unknown): boolean =>
  error instanceof Error &&
  (/terminated|timeout exceeded when trying to connect|Connection ended|not queryable/i.test(error.message) ||
    isCut(error.cause))
