import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { openPlatform } from '#server/cli/open-database.ts'
import { makeMember } from '#server/identity/fixture.ts'
import { makeArticle } from '#server/knowledge/fixture.ts'
import { readConfig } from '#server/platform/config.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import type { Proved, Scale } from '#test/proof/scale/parts.ts'
import { addressOf, type DatabaseServer, startAgain, startPrimary, startStandby } from '#test/proof/scale/postgres.ts'
import { cleaningUp, type Later, passingFolder } from '#test/proof/scale/programs.ts'
import { nodeSettings } from '#test/proof/scale/site.ts'
import { freePort, startProcess } from '#test/proof/server-process.ts'
import { type Business, type Seen, startLoad } from './load.ts'

const NODES = 2
const LOCK_EVERY_MS = 20
const TOKEN = 'token-of-the-proof-of-replicas'
/** A request that found the replica frozen, and then ran on the primary. */
const LONGEST_MS = 5000
/** While it is good: writers read from the primary. */
const GOOD_SHARE = 0.25
/** A sign-in is a change. */
const SIGNED_IN_MS = 12_000
/** So soon reads go there again. */
const BACK_MS = 10_000

type Scene = { primary: DatabaseServer; standby: DatabaseServer; later: Later }
/** `leastShare`: of the reads that may be stale, on the replica. */
type Fault = {
  name: string
  leastShare: number
  begin(scene: Scene): Promise<unknown>
  end(scene: Scene): Promise<unknown>
}

const set = async ({ standby }: Scene, setting: string): Promise<void> => {
  await queryAsOwner(standby.adminUrl, `ALTER SYSTEM SET ${setting}`)
  await queryAsOwner(standby.adminUrl, 'SELECT pg_reload_conf()')
}

/** Locks of the primary that the replica's replay takes too: without patience for what reads the tables there. */
function lockTables({ primary }: Scene): () => Promise<void> {
  let isOver = false
  const lock = async () => {
    const client = new Client({ connectionString: primary.adminUrl })
    await client.connect()
    while (!isOver) {
      await client.query('BEGIN; LOCK TABLE ticket, article IN ACCESS EXCLUSIVE MODE; COMMIT')
      await sleep(LOCK_EVERY_MS)
    }
    await client.end()
  }
  const locking = lock()
  return () => {
    isOver = true
    return locking
  }
}

let unlock: (() => Promise<void>) | null = null

const FAULTS: readonly Fault[] = [
  {
    name: 'replica 2 s behind',
    // What nobody has changed for that long is read there.
    leastShare: 0.01,
    begin: (scene) => set(scene, 'recovery_min_apply_delay = 2000'),
    end: (scene) => set(scene, 'recovery_min_apply_delay = 0'),
  },
  {
    name: 'reads canceled by replay',
    leastShare: 0,
    begin: async (scene) => {
      await set(scene, 'max_standby_streaming_delay = 0')
      unlock = lockTables(scene)
    },
    end: async (scene) => {
      await unlock?.()
      await set(scene, 'max_standby_streaming_delay = 30000')
    },
  },
  {
    name: 'replay paused',
    leastShare: 0,
    begin: ({ standby }) => queryAsOwner(standby.adminUrl, 'SELECT pg_wal_replay_pause()'),
    end: ({ standby }) => queryAsOwner(standby.adminUrl, 'SELECT pg_wal_replay_resume()'),
  },
  {
    name: 'replica frozen',
    leastShare: 0,
    begin: ({ standby }) => standby.signal('SIGSTOP'),
    end: ({ standby }) => standby.signal('SIGCONT'),
  },
  {
    name: 'replica killed, then started',
    leastShare: 0,
    begin: ({ standby }) => standby.signal('SIGKILL'),
    end: async ({ standby, later }) => later((await startAgain(standby)).stop),
  },
]

/** Members and readers at two nodes with a streaming replica that is good, stops to replay, freezes and dies. */
export async function* proveReplica({ seconds, clients }: Scale): AsyncIterable<Proved> {
  const proved = await cleaningUp(async (later) => {
    const folder = await passingFolder('replica', later)
    const primary = await startPrimary(folder)
    later(primary.stop)
    const businesses = await prepare(nodeSettings(0, folder, { DATABASE_URL: primary.ownerUrl }), clients)
    const standby = await startStandby(primary, folder)
    later(standby.stop)
    const database = { DATABASE_URL: primary.ownerUrl, DATABASE_READ_URL: addressOf(standby.port) }
    const urls: string[] = []
    for (let n = 0; n < NODES; n += 1) {
      const settings = { ...nodeSettings(await freePort(), folder, database), METRICS_TOKEN: TOKEN }
      const node = await startProcess(settings)
      later(async () => {
        node.child.kill('SIGTERM')
        await node.exited
      })
      urls.push(node.url)
    }
    await untilUsed(urls)
    const load = startLoad(businesses, urls)
    const figures: Proved[] = []
    const during = async (name: string, leastShare: number) => {
      const before = await readsBy(urls)
      await sleep(seconds * 1000)
      figures.push(...figuresOf(name, load.take(), difference(await readsBy(urls), before), leastShare))
    }
    await sleep(SIGNED_IN_MS)
    load.take()
    await during('good', GOOD_SHARE)
    for (const { name, leastShare, begin, end } of FAULTS) {
      await begin({ primary, standby, later })
      await during(name, leastShare)
      await end({ primary, standby, later })
      const began = performance.now()
      await untilUsed(urls)
      const ms = Math.round(performance.now() - began)
      const figure = `after ${name}: reads go to the replica again (at most ${BACK_MS / 1000} s)`
      figures.push({ figure, value: `${ms} ms`, isGood: ms <= BACK_MS })
      await during(`after ${name}`, GOOD_SHARE)
    }
    await load.stop()
    return figures
  })
  yield* proved
}

async function prepare(settings: Record<string, string>, count: number): Promise<Business[]> {
  const { platform, close } = await openPlatform(readConfig(settings))
  try {
    const businesses: Business[] = []
    for (let n = 0; n < count; n += 1) {
      const { tenant, slug } = await makeTenant(platform)
      const { email, password } = await makeMember(tenant, { role: 'owner' })
      const { id, slug: articleSlug, version } = await makeArticle(tenant, { body: '1' })
      businesses.push({ slug, email, password, article: { id, slug: articleSlug, version } })
    }
    return businesses
  } finally {
    await close()
  }
}

type Reads = Map<string, number>

/** Reads that may be stale so far at all nodes: `replica`, and `primary` with the cause. */
async function readsBy(urls: readonly string[]): Promise<Reads> {
  const sums: Reads = new Map()
  for (const url of urls) {
    const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    const lines = (await response.text()).matchAll(/stale_reads_total\{server="(\w+)",cause="(\w+)"\} (\d+)/g)
    for (const [, server, cause, count] of lines) {
      const key = server === 'replica' ? 'replica' : `primary (${cause})`
      sums.set(key, (sums.get(key) ?? 0) + Number(count))
    }
  }
  return sums
}

const difference = (now: Reads, before: Reads): Reads =>
  new Map([...now].map(([key, count]) => [key, count - (before.get(key) ?? 0)]))

const LAG = /^segue_db_replica_lag_seconds (\S+)$/m

/** Until each node knows the replica to be less than a second behind. */
async function untilUsed(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    for (let isUsed = false; !isUsed; await sleep(50)) {
      const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
      isUsed = Number(LAG.exec(await response.text())?.[1] ?? Number.NaN) < 1
    }
  }
}

function figuresOf(name: string, seen: Seen, reads: Reads, leastShare: number): Proved[] {
  const onReplica = reads.get('replica') ?? 0
  const all = [...reads.values()].reduce((sum, count) => sum + count, 0)
  const shares = [...reads]
    .filter(([, count]) => count > 0)
    .map(([key, count]) => `${count} ${key}`)
    .join(', ')
  return [
    {
      figure: `${name}: reads older than what their reader changed, than 5 s`,
      value: `${seen.own}, ${seen.old} of ${seen.reads} beside ${seen.writes} changes`,
      isGood: seen.own + seen.old === 0 && seen.reads > 0,
    },
    {
      figure: `${name}: failed requests`,
      value: [seen.failures.length, ...new Set(seen.failures)].slice(0, 3).join(' '),
      isGood: seen.failures.length === 0,
    },
    {
      figure: `${name}: longest reply (at most ${LONGEST_MS / 1000} s)`,
      value: `${Math.round(seen.longestMs)} ms`,
      isGood: seen.longestMs <= LONGEST_MS,
    },
    {
      figure: `${name}: reads by server (at least ${100 * leastShare} % on the replica)`,
      value: shares,
      isGood: onReplica >= all * leastShare,
    },
  ]
}
