import type { RecurringJob } from '#server/platform/jobs/job.ts'
import { forgetLoad } from '#server/platform/load/reads.ts'
import type { Platform } from '#server/platform/platform.ts'
import { foldTallies } from './queries.ts'
import { endExpiredSupport } from './support-access.ts'

/** Rows that one statement folds. */
const FOLDED_AT_ONCE = 5000

/** Folds the rows of single changes into the totals of their businesses, until there are none. */
async function fold(platform: Platform): Promise<void> {
  while ((await foldTallies(platform, FOLDED_AT_ONCE)) === FOLDED_AT_ONCE) {
    // More may be waiting.
  }
}

export const ownerRecurringJobs: readonly RecurringJob[] = [
  { name: 'owner.fold', everySeconds: 30, run: fold },
  { name: 'owner.forget_load', everySeconds: 300, run: forgetLoad },
  { name: 'owner.end_support', everySeconds: 60, run: endExpiredSupport },
]
