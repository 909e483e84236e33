import type { Tx } from '#server/platform/db/tenant.ts'

/** How many other transactions wait for a lock of this one. */
export const waitingForMe = async (t: Tx): Promise<number> =>
  (await t.sql('SELECT 1 FROM pg_locks WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid)) AND NOT granted')).length
