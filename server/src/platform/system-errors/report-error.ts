import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Platform } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { clipLine } from '#server/platform/text/clip.ts'
import { systemError } from './schema.ts'

/** Errors of a flood are stored together. */
const GATHER_MS = 1000
/** Kinds of errors stored at once; further ones of the same second are in the log only. */
const MAX_KINDS = 200

type Gathered = {
  fingerprint: string
  source: string
  name: string
  message: string
  count: number
  requestId: string | null
}

type Reports = { add(error: Gathered): void; close(): Promise<void> }

const reports = processState('system errors', createReports, (one) => one.close())

/** Counts an unexpected error for the platform owner's list. It never throws and waits for nothing; the log has the whole error. */
export function reportError(
  platform: Platform,
  { source, error, requestId = null }: { source: string; error: unknown; requestId?: string | null },
): void {
  const name = error instanceof Error ? error.name : 'Error'
  const message = withoutValues(error instanceof Error ? error.message : '')
  const fingerprint = createHash('sha256').update([source, name, message].join('\n')).digest('hex').slice(0, 32)
  platform.state(reports).add({ fingerprint, source, name, message, count: 1, requestId })
}

/** A message without what differs from case to case, and so without secrets, addresses and customers' texts. */
export const withoutValues = (message: string): string =>
  clipLine(
    message
      .replace(/\nparams: .*$/s, '')
      .replace(/(["'`«“]).*?["'`»”]/gs, '$1…$1')
      .replace(/\S+@\S+/g, '…@…')
      .replace(/\b(?:https?|postgres(?:ql)?):\/\/\S+/g, '…')
      .replace(/\b[\w-]*\d[\w-]*\b/g, '#')
      .replace(/\b[\w+/=-]{24,}/g, '…'),
    300,
  )

function createReports(platform: Platform): Reports {
  let gathered = new Map<string, Gathered>()
  let timer: NodeJS.Timeout | undefined
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const errors = [...gathered.values()]
    gathered = new Map()
    if (errors.length === 0) return
    const now = platform.clock.now()
    const rows = errors.map(({ requestId, ...rest }) => ({
      ...rest,
      firstAt: now,
      lastAt: now,
      lastRequestId: requestId,
    }))
    const written = platform.db.orm.insert(systemError).values(rows)
    await written
      .onConflictDoUpdate({
        target: systemError.fingerprint,
        set: {
          count: sql`${systemError.count} + excluded.count`,
          lastAt: sql`excluded.last_at`,
          lastRequestId: sql`coalesce(excluded.last_request_id, ${systemError.lastRequestId})`,
          // An error that comes back is open again.
          resolvedAt: null,
        },
      })
      .catch((error: unknown) => platform.log.warn({ err: error }, 'errors could not be stored for the platform owner'))
  }
  return {
    add(error) {
      const known = gathered.get(error.fingerprint)
      if (known) {
        known.count += 1
        known.requestId = error.requestId ?? known.requestId
      } else if (gathered.size < MAX_KINDS) gathered.set(error.fingerprint, error)
      timer ??= setTimeout(() => void flush(), GATHER_MS).unref()
    },
    close: flush,
  }
}
