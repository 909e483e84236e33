import type { Platform } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import type { Denial } from '#server/platform/route/denial.ts'
import { type AuditEntry, recordAudit } from './audit.ts'

/** Rows a minute for one caller, and for all callers of a process: a flood of refused requests must not fill the audit log. */
const ROWS_OF_CALLER = 20
const ROWS_OF_ALL = 600
const MINUTE_MS = 60_000
/** Callers stored; the one that began first is written and removed first. */
const MAX_CALLERS = 10_000

/** A caller's refusals of one minute. What was left out is written with the next row, or when the minute is over. */
type Minute = { until: number; rows: number; leftOut: number; last: AuditEntry | null }

type DenialLog = { record(denial: Denial): Promise<void>; close(): Promise<void> }

const denialLog = processState('audit of denials', createDenialLog, (log) => log.close())

/**
 * Writes a refused request into the audit log (`denied`): who, role, route, target, tenant and request. Beyond 20 a minute of one
 * caller, or 600 of all, only their number is kept and written as `leftOut`.
 */
export const recordDenial = (platform: Platform, denial: Denial): Promise<void> =>
  platform.state(denialLog).record(denial)

function createDenialLog(platform: Platform): DenialLog {
  const factor = Math.max(1, platform.config.rateFactor)
  const minutes = new Map<string, Minute>()
  const now = () => platform.clock.now().getTime()
  /** Begins a caller's minute; one that is over is written and forgotten. */
  const minuteOf = async (key: string): Promise<Minute> => {
    const known = minutes.get(key)
    // A later end was stored before the clock was set back.
    if (known && known.until > now() && known.until <= now() + MINUTE_MS) return known
    const fresh = { until: now() + MINUTE_MS, rows: 0, leftOut: 0, last: null }
    minutes.delete(key)
    minutes.set(key, fresh)
    await writeLeftOut(platform, known)
    const [oldest] = minutes
    if (oldest && minutes.size > MAX_CALLERS && minutes.delete(oldest[0])) await writeLeftOut(platform, oldest[1])
    return fresh
  }
  const flush = async (isOver: (minute: Minute) => boolean): Promise<void> => {
    for (const [key, minute] of minutes) {
      if (isOver(minute) && minutes.delete(key)) await writeLeftOut(platform, minute)
    }
  }
  const timer = setInterval(() => {
    flush(({ until }) => until <= now()).catch((error: unknown) => {
      platform.log.error({ err: error }, 'the number of refused requests could not be recorded')
    })
  }, MINUTE_MS)
  timer.unref()
  return {
    async record(denial) {
      const entry = entryOf(denial)
      const minute = await minuteOf('id' in denial.actor ? denial.actor.id : denial.address)
      const all = await minuteOf('all')
      const full = minute.rows >= ROWS_OF_CALLER * factor ? minute : all.rows >= ROWS_OF_ALL * factor ? all : null
      if (full) {
        full.leftOut += 1
        full.last = entry
        return
      }
      minute.rows += 1
      all.rows += 1
      await recordAudit(platform, entry)
    },
    async close() {
      clearInterval(timer)
      await flush(() => true)
    },
  }
}

const entryOf = ({ actor, tenantId, address, requestId, ...denial }: Denial): AuditEntry => ({
  action: 'denied',
  actor,
  tenantId,
  address,
  requestId,
  detail: { ...denial, role: 'role' in actor ? actor.role : null },
})

/** Writes how many refusals of a minute have no row, with the newest of them. */
async function writeLeftOut(platform: Platform, minute: Minute | undefined): Promise<void> {
  if (!minute?.last) return
  const { last, leftOut } = minute
  await recordAudit(platform, { ...last, detail: { ...last.detail, leftOut } })
}
