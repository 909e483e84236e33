import type { FileId, TenantId } from '#contracts/ids.ts'
import type { RecurringJob } from '#server/platform/jobs/job.ts'
import { runForEach } from '#server/platform/jobs/recurring-jobs.ts'
import { tenantOf } from '#server/platform/platform.ts'
import { deleteUnsentFile } from './files.ts'

const UNSENT_AFTER_MS = 24 * 3_600_000
const BATCH = 500

/** Deletes uploads that were not attached to a message within a day. */
export const deleteUnsentFiles: RecurringJob = {
  name: 'conversation.deleteUnsentFiles',
  everySeconds: 1800,
  run: async (platform) => {
    const before = new Date(platform.clock.now().getTime() - UNSENT_AFTER_MS)
    const unsent = await platform.db.query<{ tenant_id: TenantId; file_id: FileId }>(
      'SELECT tenant_id, file_id FROM unsent_files($1, $2)',
      [before, BATCH],
    )
    await runForEach(platform, unsent, ({ tenant_id, file_id }) =>
      tenantOf(platform, tenant_id).tx((t) => deleteUnsentFile(t, file_id)),
    )
  },
}
