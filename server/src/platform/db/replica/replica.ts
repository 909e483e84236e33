import type { Pool } from 'pg'
import type { TenantId } from '#contracts/ids.ts'
import { sqlState } from '#server/platform/db/database-errors.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import type { LastChanges } from './last-changes.ts'
import { createPositions, type WalPosition, walPosition } from './positions.ts'
import { mayReadStale } from './reader.ts'

/** What a read of the replica may lack: what was changed within this time. */
export const MOST_BEHIND_MS = 5000
const LOOK_MS = 250
/** What a statement ended by its time-out, and one whose rows were removed by what was replayed, fails with (SQLSTATE). */
const TOOK_TOO_LONG = '57014'
const CONFLICT = '40001'
/** After a read failed there, none is tried for so long. */
const PAUSE_MS = 1000

/**
 * Why a read that may be stale runs on the primary: something that its reader changed, or that a live event of this process was about, is lacking on the replica, the
 * replica is behind or does not answer, its connections are busy, the read failed there.
 */
export type PrimaryCause = 'changed' | 'behind' | 'busy' | 'failed'
export type CountRead = (server: 'replica' | 'primary', cause: PrimaryCause | 'none') => void

export type Replica = {
  /** Its connections for reads. */
  readonly pool: Pool
  /** Seconds since the time of which the replica surely has everything. */
  lagSeconds(): number
  /** Runs a read where it may run: on the replica, if this reader may be shown what that has, else on the primary. What fails on the replica runs on the primary. */
  read<T>(tenantId: TenantId | null, run: RunOn<T>): Promise<T>
  /** Begins to look how far the replica is. `lastChanges`: by the live events of this process. */
  follow(lastChanges: LastChanges): void
  stop(): Promise<void>
}

/** Where to read. On the replica the transaction is good only if `least` is replayed there (`assertReplayed`). */
export type Place = { pool: Pool; least: WalPosition | null }
type RunOn<T> = (place: Place) => Promise<T>

export type ReplicaParts = {
  primary: Pool
  pool: Pool
  /** One connection of the replica, to look how far it is while the others are busy. */
  probe: Pool
  log: Log
  count: CountRead
}

/** In the round trip of a transaction's BEGIN: how far the server is. */
export const REPLAYED = 'SELECT pg_is_in_recovery() AS "isReplica", pg_last_wal_replay_lsn()::text AS position'
export type Replayed = { isReplica: boolean; position: string | null }

const CLUSTER = '(SELECT system_identifier FROM pg_control_system())::text AS cluster'
/** After a failover positions of the old line of history say nothing of the new one. A replica knows its line since its last checkpoint. */
const AT_PRIMARY = `SELECT pg_current_wal_insert_lsn()::text AS position, ${CLUSTER}, substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) AS timeline`
const AT_REPLICA = `${REPLAYED}, ${CLUSTER}, upper(lpad(to_hex((SELECT timeline_id FROM pg_control_checkpoint())), 8, '0')) AS timeline`
type Line = { cluster: string; timeline: string }

/** Throws where the server that answered is no replica that has replayed so much: behind one address there may be several. */
export function assertReplayed(there: Replayed | undefined, least: WalPosition): void {
  if (!there?.isReplica || there.position === null) throw new Error('The server is no replica')
  if (walPosition(there.position) < least) throw new BehindError('The replica is behind')
}

class BehindError extends Error {}

/** Why positions of the replica say nothing of the primary; null where they do. */
function mismatchOf(there: Line, at: Line): string | null {
  if (there.cluster !== at.cluster) return 'it is a replica of another database'
  return there.timeline === at.timeline ? null : 'it has no checkpoint since a failover'
}

/** `slow`: the statement takes as long on the primary. `read`: only this one fails there, by what was replayed or for want of it (not found). */
function faultOf(err: unknown): 'slow' | 'read' | 'server' {
  const state = sqlState(err instanceof AppError ? err.cause : err)
  if (state === TOOK_TOO_LONG) return 'slow'
  const isRefusal = err instanceof AppError && err.code !== 'unavailable'
  return state === CONFLICT || isRefusal ? 'read' : 'server'
}

export function createReplica(parts: ReplicaParts): Replica {
  const { primary, pool, log, count } = parts
  const positions = createPositions()
  let lastChanges: LastChanges = { at: () => Number.POSITIVE_INFINITY }
  const openedAt = performance.now()
  let heldAt = openedAt
  let replayed: WalPosition = 0n
  const state = createState(log)
  let pausedUntil = 0
  const look = async (): Promise<void> => {
    const askedAt = performance.now()
    const asked = await primary.query<Line & { position: string }>(AT_PRIMARY).catch(() => null)
    const at = asked?.rows[0]
    if (at) positions.add(askedAt, walPosition(at.position))
    try {
      const there = (await parts.probe.query<Replayed & Line>(AT_REPLICA)).rows[0]
      const least = positions.holding(performance.now() - MOST_BEHIND_MS)
      if (!there || least === null) return state.turn(false, { cause: 'the primary does not answer' })
      const cause = at && mismatchOf(there, at)
      if (cause) return state.turn(false, { cause })
      assertReplayed(there, 0n)
      replayed = walPosition(there.position ?? '')
      heldAt = Math.max(heldAt, positions.heldAt(replayed) ?? heldAt)
      assertReplayed(there, least)
      if (performance.now() >= pausedUntil) state.turn(true)
    } catch (err) {
      const isNew = state.isGood === null && performance.now() - openedAt < MOST_BEHIND_MS
      if (!(err instanceof BehindError && isNew)) state.turn(false, { err })
    }
  }
  const choose = (tenantId: TenantId | null): { least: WalPosition } | { cause: PrimaryCause } => {
    if (!mayReadStale()) return { cause: 'changed' }
    if (!state.isGood) return { cause: 'behind' }
    if (pool.waitingCount > 0 || (pool.idleCount === 0 && pool.totalCount >= pool.options.max)) return { cause: 'busy' }
    const least = positions.holding(Math.max(performance.now() - MOST_BEHIND_MS, lastChanges.at(tenantId)))
    return least === null || least > replayed ? { cause: 'changed' } : { least }
  }
  let watch: { stop(): Promise<void> } | null = null
  return {
    pool,
    lagSeconds: () => (performance.now() - heldAt) / 1000,
    read: async (tenantId, run) => {
      const onPrimary = (cause: PrimaryCause) => {
        count('primary', cause)
        return run({ pool: primary, least: null })
      }
      const choice = choose(tenantId)
      if ('cause' in choice) return onPrimary(choice.cause)
      try {
        const result = await run({ pool, least: choice.least })
        count('replica', 'none')
        return result
      } catch (err) {
        const fault = faultOf(err)
        if (fault === 'slow') throw err
        if (fault === 'server') {
          pausedUntil = performance.now() + PAUSE_MS
          state.turn(false, { err })
        }
        return onPrimary('failed')
      }
    },
    follow: (given) => {
      lastChanges = given
      watch = repeat(look, LOOK_MS)
    },
    stop: async () => {
      await watch?.stop()
      await Promise.all([pool.end(), parts.probe.end()])
    },
  }
}

/** Whether the replica is good for reads; null before that is known. The log says when it changes. */
function createState(log: Log) {
  let isGood: boolean | null = null
  return {
    get isGood() {
      return isGood
    },
    turn: (good: boolean, facts: object = {}): void => {
      if (good === isGood) return
      isGood = good
      if (good) log.info('reads that may be stale go to the replica')
      else log.warn(facts, 'the replica is behind or does not answer; its reads go to the primary')
    },
  }
}

/** Runs it again and again, each time so long after the last has ended. */
function repeat(run: () => Promise<void>, pauseMs: number) {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const turn = (): void => {
    running = run().then(() => {
      if (!isOver) timer = setTimeout(turn, pauseMs).unref()
    })
  }
  turn()
  return {
    stop: (): Promise<void> => {
      isOver = true
      clearTimeout(timer)
      return running
    },
  }
}
