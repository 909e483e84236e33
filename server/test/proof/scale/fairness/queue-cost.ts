import { PgBoss } from 'pg-boss'
import { JOBS_SCHEMA } from '#server/platform/jobs/queue.ts'
import { createTurnOrder } from '#server/platform/jobs/turn-order.ts'
import { queryAsOwner } from '#test/owner-query.ts'

const QUEUE = 'proof.turns'
const FLOOD = 100_000
const FETCHES = 30

export type QueueCost = {
  waiting: number
  /** Milliseconds of a fetch with the given number of waiting jobs, and of one that passes over the business whose they are. */
  fetchMs: number
  passingMs: number
  /** Whether a job of another business, queued last, came with the first fetch and with the passing one. */
  isQuietFirst: boolean
}

/** What fetching costs with few and with very many waiting jobs of one business. */
export async function measureQueueCost(ownerUrl: string): Promise<QueueCost[]> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: JOBS_SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    await boss.createQueue(QUEUE)
    const costs: QueueCost[] = []
    for (const waiting of [FETCHES * 4, FLOOD]) costs.push(await costWith(boss, ownerUrl, waiting))
    return costs
  } finally {
    await boss.deleteQueue(QUEUE)
    await boss.stop({ graceful: false, close: true })
  }
}

async function costWith(boss: PgBoss, ownerUrl: string, waiting: number): Promise<QueueCost> {
  await boss.deleteAllJobs(QUEUE)
  const order = createTurnOrder()
  // One minute in the past, as a flood that is being worked off.
  const at = Date.now() - 60_000
  const first = createTurnOrder(() => at).place({ queue: QUEUE, holder: 'loud', from: 0 })
  await queryAsOwner(
    ownerUrl,
    `INSERT INTO ${JOBS_SCHEMA}.job (id, name, data, priority, group_id, policy, retry_limit, expire_seconds, keep_until)
     SELECT gen_random_uuid(), $1, '{}', $2::int - n, 'loud', 'standard', 0, 900, now() + interval '1 day' FROM generate_series(0, $3::int - 1) n`,
    [QUEUE, first, waiting],
  )
  await queryAsOwner(ownerUrl, `ANALYZE ${JOBS_SCHEMA}.job`)
  const addQuiet = () =>
    boss.insert(QUEUE, [{ data: {}, groupId: 'quiet', priority: order.priorityNow() } as { data: object }])
  const passing = { ignoreGroups: ['loud'], minPriority: order.priorityNow() - 1 }
  const passed = await timed(async () => {
    await addQuiet()
    return boss.fetch(QUEUE, { batchSize: 3, includeMetadata: true, ...passing })
  })
  const fetched = await timed(() => boss.fetch(QUEUE, { batchSize: 3, includeMetadata: true }))
  return {
    waiting,
    fetchMs: fetched.ms,
    passingMs: passed.ms,
    isQuietFirst: passed.results.every((jobs) => jobs.length === 1 && jobs[0]?.groupId === 'quiet'),
  }
}

type Fetched = { groupId?: string | null }[]

/** The median of many, in milliseconds. */
async function timed(run: () => Promise<unknown>): Promise<{ ms: number; results: Fetched[] }> {
  const times: number[] = []
  const results: Fetched[] = []
  for (let n = 0; n < FETCHES; n += 1) {
    const began = performance.now()
    results.push((await run()) as Fetched)
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  return { ms: times[Math.floor(times.length / 2)] ?? 0, results }
}
