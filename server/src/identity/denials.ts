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

/** The refusals of one minute, of a caller or of all. What was left out is written when the next minute begins or this one is over. */
type Minute = { until: number; rows: number; leftOut: number; last: AuditEntry | null }

const newMinute = (until: number): Minute => ({ until, rows: 0, leftOut: 0, last: null })

/** Names no caller or business for what was left out of all: the requests were of many. */
const OF_ALL: AuditEntry = {
  action: 'denied',
  actor: { kind: 'system' },
  tenantId: null,
  address: null,
  requestId: null,
  detail: { callers: 'all' },
}

type DenialLog = { record(denial: Denial): Promise<void>; close(): Promise<void> }

const denialLog = processState('audit of denials', createDenialLog, (log) => log.close())

/**
 * Writes a refused request into the audit log (`denied`): who, role, route, target, tenant and request. Beyond 20 a minute of one
 * caller, or 600 of all, only their number is kept and written as `leftOut`: under the caller, or under none with `callers: 'all'`.
 */
export const recordDenial = (platform: Platform, denial: Denial): Promise<void> =>
  platform.state(denialLog).record(denial)

function createDenialLog(platform: Platform): DenialLog {
  const factor = Math.max(1, platform.config.rateFactor)
  const minutes = new Map<string, Minute>()
  // Not among the callers', which are removed when there are too many.
  let all = newMinute(0)
  const now = () => platform.clock.now().getTime()
  // A later end was stored before the clock was set back.
  const isNow = ({ until }: Minute) => until > now() && until <= now() + MINUTE_MS
  /** Begins the minute of all callers; one that is over is written and forgotten. */
  const minuteOfAll = async (): Promise<Minute> => {
    const known = all
    if (isNow(known)) return known
    const fresh = newMinute(now() + MINUTE_MS)
    all = fresh
    await writeLeftOut(platform, known)
    return fresh
  }
  /** The same for one caller. */
  const minuteOf = async (key: string): Promise<Minute> => {
    const known = minutes.get(key)
    if (known && isNow(known)) return known
    const fresh = newMinute(now() + MINUTE_MS)
    minutes.delete(key)
    minutes.set(key, fresh)
    await writeLeftOut(platform, known)
    const [oldest] = minutes
    if (oldest && minutes.size > MAX_CALLERS && minutes.delete(oldest[0])) await writeLeftOut(platform, oldest[1])
    return fresh
  }
  const flush = async (isOver: (minute: Minute) => boolean): Promise<void> => {
    if (isOver(all)) {
      const over = all
      all = newMinute(0)
      await writeLeftOut(platform, over)
    }
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
      const whole = await minuteOfAll()
      const isCallerFull = minute.rows >= ROWS_OF_CALLER * factor
      if (isCallerFull || whole.rows >= ROWS_OF_ALL * factor) {
        const full = isCallerFull ? minute : whole
        full.leftOut += 1
        full.last = isCallerFull ? entry : OF_ALL
        return
      }
      minute.rows += 1
      whole.rows += 1
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
