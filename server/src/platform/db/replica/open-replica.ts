import type { Pool } from 'pg'
import { createPool, type DatabaseWaits } from '#server/platform/db/pool.ts'
import type { Log } from '#server/platform/log.ts'
import { type CountRead, createReplica, type Replica } from './replica.ts'

/** A replica that does not answer is left for the primary at once: a request waits for it no longer than this. */
const LONGEST_WAITS = { connectMs: 500, silentMs: 800 }

type Given = {
  url: string
  primary: Pool
  size: number
  waits: DatabaseWaits
  isPooled: boolean
  log: Log
  count: CountRead
}

/** Connections of the serving role to the replica, half as many as to the primary, and one that looks how far it is. */
export function openReplica({ url, primary, size, waits, isPooled, log, count }: Given): Replica {
  const options = { waits: { ...waits, ...LONGEST_WAITS }, isPooled }
  // That it does not answer is said once, by what watches it, and harms no request.
  const quiet = log.child({}, { level: 'silent' })
  const pool = createPool(url, Math.ceil(size / 2), quiet, options)
  const probe = createPool(url, 1, quiet, options)
  return createReplica({ primary, pool, probe, log, count })
}
