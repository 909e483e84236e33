import type { RecurringJob } from '#server/platform/jobs/job.ts'
import type { Platform } from '#server/platform/platform.ts'
import { purgeAttempts } from './attempts.ts'

/** Sessions that ended and tries that no longer count need not be kept. */
async function sweep(platform: Platform): Promise<void> {
  await purgeAttempts(platform)
  await platform.db.query('DELETE FROM auth.session WHERE expires_at < $1', [platform.clock.now()])
}

export const identityChores: readonly RecurringJob[] = [{ name: 'identity.sweep', everySeconds: 3600, run: sweep }]
