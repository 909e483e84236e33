import { escapeLiteral, type PoolClient, type QueryResult } from 'pg'
import type { CommitBus, Notification, Outcome } from '#server/platform/live/bus/bus.ts'
import { encodeLivePackets, LIVE_CHANNEL, type LivePacket } from '#server/platform/live/packet.ts'
import { isRefusal } from './database-errors.ts'
import type { CommitBatch, JobWriter, QueuedJob, Tx } from './tenant.ts'

/** What is written at the end of a transaction, and the statements that nobody has waited for. */
export type Pending = {
  packets: LivePacket[]
  wakes: Notification[]
  jobs: QueuedJob[]
  gathered: Map<CommitBatch<never>, unknown[]>
  writes: Promise<unknown>[]
}

/** Nobody waits for the end of a read, so that a write in it would be lost without an error. */
export function assertNothingToWrite({ packets, wakes, jobs, gathered, writes }: Pending): void {
  if (packets.length + wakes.length + jobs.length + gathered.size + writes.length > 0)
    throw new Error('A read transaction writes')
}

export type Ended = { result: Promise<QueryResult | QueryResult[]>; ended(outcome: Outcome): void }

/** Sends what is still to be written together with the COMMIT: one round trip. The result is wrapped, since nobody waits for a read's. */
export async function endTransaction(
  { client, jobs, bus }: { client: PoolClient; jobs: JobWriter; bus: CommitBus },
  t: Tx,
  pending: Pending,
): Promise<Ended> {
  for (const [write, items] of pending.gathered) write(t, items as never[])
  const queued = pending.jobs.length > 0 ? await jobs.statementsOf(pending.jobs) : null
  for (const statement of queued?.statements ?? []) t.write(client.query(statement))
  const live = encodeLivePackets(pending.packets).map((payload): Notification => [LIVE_CHANNEL, payload])
  const notifications = [...live, ...pending.wakes, ...(queued?.notifications ?? [])]
  // What results add from now on.
  const added: Notification[] = []
  pending.wakes = added
  const { inCommit, ended } = bus.atCommit(notifications)
  const committed = client.query(`${notify(inCommit)}COMMIT`)
  return {
    result: Promise.all([...pending.writes, committed]).then((results) => results.at(-1) as QueryResult),
    ended: (outcome) => ended(outcome, added),
  }
}

/** What was to be sent is sent once the transaction committed, and also where nobody knows whether it did. */
export async function settle(
  begun: Promise<unknown>,
  { result, ended }: Ended,
  onOutcome: (outcome: Outcome) => void,
): Promise<void> {
  const end = (outcome: Outcome): void => {
    onOutcome(outcome)
    ended(outcome)
  }
  const results = await Promise.all([begun, result]).catch((error: unknown) => {
    if (!isRefusal(error)) end('unknown')
    throw error
  })
  assertCommitted(results[1])
  end('committed')
}

/**
 * After a failed statement whose error was swallowed PostgreSQL answers COMMIT with a rollback, without an error. The caller must
 * not acknowledge changes that were not stored.
 */
function assertCommitted(ended: QueryResult | QueryResult[]): void {
  const last = Array.isArray(ended) ? ended.at(-1) : ended
  if (last?.command !== 'COMMIT') throw new Error('A statement failed unnoticed; its transaction was rolled back')
}

/** PostgreSQL delivers notifications at the commit, in commit order: no event without its row, and no row without its event. */
function notify(all: readonly Notification[]): string {
  if (all.length === 0) return ''
  const calls = all.map(([channel, payload]) => `pg_notify('${channel}', ${escapeLiteral(payload)})`)
  return `SELECT ${calls.join(', ')}; `
}
