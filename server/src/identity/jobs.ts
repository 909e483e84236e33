import type { RecurringJob } from '#server/platform/jobs/job.ts'
import type { Platform } from '#server/platform/platform.ts'
import { purgeTokens } from './one-time-tokens.ts'
import { purgeExpiredAttempts } from './sign-in-attempts.ts'

/** Deletes expired sessions, links that are over, and sign-in attempts that no longer count. */
async function sweep(platform: Platform): Promise<void> {
  await purgeExpiredAttempts(platform)
  await purgeTokens(platform)
  await platform.db.query('DELETE FROM auth.session WHERE expires_at < $1', [platform.clock.now()])
}

export const identityRecurringJobs: readonly RecurringJob[] = [
  { name: 'identity.sweep', everySeconds: 3600, run: sweep },
]
