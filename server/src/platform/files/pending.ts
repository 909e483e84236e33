import { inArray, lte } from 'drizzle-orm'
import type { Database } from '#server/platform/db/database.ts'
import type { RecurringJob } from '#server/platform/jobs/job.ts'
import type { Platform } from '#server/platform/platform.ts'
import { pendingFile } from './schema.ts'
import type { FileStore } from './store.ts'

/** Longer than any work takes from its first file to the commit of the rows that name it: the longest job has four hours. */
const MOST_MS = 24 * 3_600_000
const BATCH = 100

export type PendingFiles = Pick<FileStore, 'put'> & {
  /** In the transaction that writes the rows which name the files: from its commit on they stay. */
  keep(query: Database['query']): Promise<void>
  /** Removes the files that no row names. */
  discard(): Promise<void>
}

/**
 * Stores files before the rows that name them. What a killed process leaves of them is removed by `removePendingFiles`, since each key is
 * written down before its file.
 */
export function pendingFiles({ files, db, clock }: Pick<Platform, 'files' | 'db' | 'clock'>): PendingFiles {
  const keys: string[] = []
  return {
    put: async (bytes, options) => {
      const key = files.newKey()
      await db.orm.insert(pendingFile).values({ storageKey: key, untilAt: new Date(clock.now().getTime() + MOST_MS) })
      keys.push(key)
      return files.put(bytes, { ...options, key })
    },
    keep: async (query) => {
      if (keys.length > 0) await query('DELETE FROM auth.pending_file WHERE storage_key = ANY ($1)', [keys])
    },
    discard: async () => {
      // What is no longer pending was committed, though whoever committed it did not hear of it.
      const pending = await db.query<{ key: string }>(
        'SELECT storage_key AS key FROM auth.pending_file WHERE storage_key = ANY ($1)',
        [keys],
      )
      for (const { key } of pending) await files.remove(key)
      await db.query('DELETE FROM auth.pending_file WHERE storage_key = ANY ($1)', [keys])
    },
  }
}

/** Removes the files that killed processes have stored for rows that were never written. */
export const removePendingFiles: RecurringJob = {
  name: 'files.removePending',
  everySeconds: 600,
  run: async ({ db, files, clock }) => {
    const rows = await db.orm.select().from(pendingFile).where(lte(pendingFile.untilAt, clock.now())).limit(BATCH)
    const keys = rows.map(({ storageKey }) => storageKey)
    for (const key of keys) await files.remove(key)
    if (keys.length > 0) await db.orm.delete(pendingFile).where(inArray(pendingFile.storageKey, keys))
  },
}
