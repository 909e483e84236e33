import type { RecurringJob } from '#server/platform/jobs/job.ts'
import { foldViewTallies } from './queries.ts'

/** Rows that one statement folds. */
const FOLDED_AT_ONCE = 5000

/** Keeps the tallies of views short, so that reading the counters stays cheap. */
export const foldTicketViewTallies: RecurringJob = {
  name: 'ticket.foldViewTallies',
  everySeconds: 30,
  run: async (platform) => {
    while ((await foldViewTallies(platform, FOLDED_AT_ONCE)) === FOLDED_AT_ONCE) {
      // More may be waiting.
    }
  },
}
