import type { Pool } from 'pg'
import type { TenantId } from '#contracts/ids.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import type { Heard } from './heard.ts'
import { createPositions, type WalPosition, walPosition } from './positions.ts'
import { mayReadStale } from './reader.ts'

/** What a read of the replica may lack: what was changed within this time. */
export const MOST_BEHIND_MS = 5000
const LOOK_MS = 250
/** After a read failed there, none is tried for so long. */
const PAUSE_MS = 1000

/**
 * Why a read that may be stale runs on the primary: of what its reader changed or this process heard of something is lacking on the replica, the
 * replica is no good, its connections are busy, the read failed there.
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
  /** Begins to look how far the replica is. `heard`: what this process hears of changes. */
  follow(heard: Heard): void
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
const AT_PRIMARY = `SELECT pg_current_wal_insert_lsn()::text AS position, ${CLUSTER}`
const AT_REPLICA = `${REPLAYED}, ${CLUSTER}`

/** Throws where the server that answered is no replica that has replayed so much: behind one address there may be several. */
export function assertReplayed(there: Replayed | undefined, least: WalPosition): void {
  if (!there?.isReplica || there.position === null) throw new Error('The server is no replica')
  if (walPosition(there.position) < least) throw new BehindError('The replica is behind')
}

class BehindError extends Error {}

export function createReplica(parts: ReplicaParts): Replica {
  const { primary, pool, log, count } = parts
  const positions = createPositions()
  let heard: Heard = { at: () => Number.POSITIVE_INFINITY }
  const openedAt = performance.now()
  let heldAt = openedAt
  let replayed: WalPosition = 0n
  /** Null: it has just been looked at for the first time. */
  let isGood: boolean | null = null
  let pausedUntil = 0
  const turn = (good: boolean, facts: object = {}): void => {
    if (good === isGood) return
    isGood = good
    if (good) log.info('reads that may be stale go to the replica')
    else log.warn(facts, 'the replica is behind or does not answer; its reads go to the primary')
  }
  const look = async (): Promise<void> => {
    const askedAt = performance.now()
    const asked = await primary.query<{ position: string; cluster: string }>(AT_PRIMARY).catch(() => null)
    const at = asked?.rows[0]
    if (at) positions.add(askedAt, walPosition(at.position))
    try {
      const there = (await parts.probe.query<Replayed & { cluster: string }>(AT_REPLICA)).rows[0]
      const least = positions.holding(performance.now() - MOST_BEHIND_MS)
      if (!there || least === null) return turn(false, { cause: 'the primary does not answer' })
      if (at && there.cluster !== at.cluster) return turn(false, { cause: 'it is a replica of another database' })
      assertReplayed(there, 0n)
      replayed = walPosition(there.position ?? '')
      heldAt = Math.max(heldAt, positions.heldAt(replayed) ?? heldAt)
      assertReplayed(there, least)
      if (performance.now() >= pausedUntil) turn(true)
    } catch (err) {
      const isNew = isGood === null && performance.now() - openedAt < MOST_BEHIND_MS
      if (!(err instanceof BehindError && isNew)) turn(false, { err })
    }
  }
  const choose = (tenantId: TenantId | null): { least: WalPosition } | { cause: PrimaryCause } => {
    if (!mayReadStale()) return { cause: 'changed' }
    if (!isGood) return { cause: 'behind' }
    if (pool.waitingCount > 0 || (pool.idleCount === 0 && pool.totalCount >= pool.options.max)) return { cause: 'busy' }
    const least = positions.holding(Math.max(performance.now() - MOST_BEHIND_MS, heard.at(tenantId)))
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
        // A refusal of the product (not found, not in the plan) may be due to what is lacking there.
        if (!(err instanceof AppError) || err.code === 'unavailable') {
          pausedUntil = performance.now() + PAUSE_MS
          turn(false, { err })
        }
        return onPrimary('failed')
      }
    },
    follow: (given) => {
      heard = given
      watch = repeat(look, LOOK_MS)
    },
    stop: async () => {
      await watch?.stop()
      await Promise.all([pool.end(), parts.probe.end()])
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
