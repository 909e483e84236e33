import type { RecurringJob } from '#server/platform/jobs/job.ts'
import type { Platform } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'

const HOUR_MS = 3_600_000
/** A process begins so far back, and goes on from there: nodes may be away for a month. */
const FIRST_MS = 30 * 24 * HOUR_MS
/** Nothing of a visitor is written any more so long after the end of the session. */
const ENDED_MS = HOUR_MS
/** So many are looked through at once. */
const LIMIT = 1000

/** Up to where ended sessions were looked through by this process. */
const lookedThrough = processState('ended visits', () => ({ until: null as Date | null }))

/** One batch; gives from where to go on, null at the end. */
async function deleteFrom(platform: Platform, from: Date, to: Date): Promise<Date | null> {
  const text = 'SELECT delete_ended_visits($1, $2, $3) AS next'
  const [row] = await platform.db.query<{ next: Date | null }>(text, [from, to, LIMIT])
  return row?.next ?? null
}

/** Deletes visitors whose sessions have ended and who left nothing: no chat, no vote, no memory. */
export const deleteEndedVisits: RecurringJob = {
  name: 'customer.deleteEndedVisits',
  everySeconds: 3600,
  run: async (platform) => {
    const now = platform.clock.now().getTime()
    const known = platform.state(lookedThrough)
    const to = new Date(now - ENDED_MS)
    let from: Date | null = known.until ?? new Date(now - FIRST_MS)
    while (from) from = await deleteFrom(platform, from, to)
    known.until = to
  },
}
