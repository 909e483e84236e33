import { access } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { queryAsOwner } from '#test/owner-query.ts'
import { freePort, type ServerProcess, startProcess } from '#test/proof/server-process.ts'
import type { Writer } from '#test/proof/writes.ts'
import { isAnswered } from './ask.ts'
import { startBalancer } from './haproxy.ts'
import type { Proved, Scale } from './parts.ts'
import { type Pooler, prepareForPooler, startPooler } from './pgbouncer.ts'
import { addressOf, type DatabaseServer, startAgain, startPrimary } from './postgres.ts'
import { cleaningUp, type Later, passingFolder } from './programs.ts'
import { nodeSettings, prepareSite, type Site, settled } from './site.ts'
import { type Running, underLoad } from './under-load.ts'

/** From when a part works again until the product does. */
const RECOVERED_MS = 10_000
/** How long a part is away. */
const AWAY_MS = 5000
/** Of the clock of one node. */
const AHEAD_S = 5
const POOL_SIZE = 10
const SETTLED_MS = 120_000

type Fault = { name: string; begin(): Promise<void>; end(): Promise<void> }

/** One part after the other fails for some seconds under load, and comes back; then a node whose clock is ahead serves beside one whose clock is right. */
export const proveFaults = ({ clients }: Scale): Promise<Proved[]> =>
  cleaningUp(async (later) => {
    const folder = await passingFolder('faults', later)
    let database = await startPrimary(folder)
    later(() => database.stop())
    await prepareForPooler(database)
    const site = await prepareSite(nodeSettings(0, folder, { DATABASE_URL: database.ownerUrl }), clients + 1)
    const asking = site.writers.pop() as Writer
    let pooler: Pooler = await startPooler(database.port, POOL_SIZE)
    later(() => pooler.stop())
    const addresses = { DATABASE_URL: addressOf(pooler.port), DATABASE_DIRECT_URL: database.ownerUrl }
    const node = await startProcess(nodeSettings(await freePort(), folder, addresses))
    later(async () => {
      node.child.kill('SIGTERM')
      await node.exited
    })
    const faults: Fault[] = [
      {
        name: 'PostgreSQL killed and started again',
        begin: () => database.signal('SIGKILL'),
        end: async () => {
          database = await startAgain(database)
        },
      },
      {
        name: 'PostgreSQL frozen',
        begin: () => database.signal('SIGSTOP'),
        end: () => database.signal('SIGCONT'),
      },
      {
        name: 'PgBouncer killed and started again',
        begin: () => pooler.kill(),
        end: async () => {
          pooler = await startPooler(database.port, POOL_SIZE, pooler.port)
        },
      },
    ]
    const proved: Proved[] = []
    for (const fault of faults) {
      proved.push(...(await failOnce({ site, url: node.url }, asking, fault)), await leftActive(fault.name, database))
    }
    proved.push(...(await proveClock(site, node, { folder, addresses, later })))
    return [...proved, ...(await settled(site, database.ownerUrl, SETTLED_MS))]
  })

const failOnce = (running: Pick<Running, 'site' | 'url'>, asking: Writer, { name, begin, end }: Fault) =>
  underLoad(
    running,
    name,
    async () => {
      await begin()
      await sleep(AWAY_MS)
      await end()
      return [await recovered(running.site, running.url, asking)]
    },
    true,
  )

/** Jobs that no process runs, but that count as running until their time-out, because a reply to their fetch was lost. */
async function leftActive(name: string, { ownerUrl }: DatabaseServer): Promise<Proved> {
  const rows = await queryAsOwner<{ name: string; n: number }>(
    ownerUrl,
    `SELECT name, count(*)::int AS n FROM pgboss.job WHERE state = 'active' AND started_on < now() - interval '6 s' GROUP BY 1`,
  )
  const value = rows.map((row) => `${row.n} × ${row.name}`).join(', ') || '0'
  return { figure: `${name}: jobs that wait for their time-out`, value, isGood: true }
}

type Around = { folder: string; addresses: Record<string, string>; later: Later }

/** A second node whose clock is ahead serves beside the first one. */
async function proveClock(site: Site, first: ServerProcess, { folder, addresses, later }: Around): Promise<Proved[]> {
  const port = await freePort()
  const clock = { LD_PRELOAD: await clockLibrary(), FAKETIME: `+${AHEAD_S}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
  const second = await startProcess({ ...nodeSettings(port, folder, addresses), ...clock })
  later(async () => {
    second.child.kill('SIGTERM')
    await second.exited
  })
  const balancer = await startBalancer([Number(new URL(first.url).port), port])
  later(balancer.stop)
  await sleep(AWAY_MS)
  const date = (await fetch(`${second.url}/livez`)).headers.get('date') ?? ''
  const ahead = Math.round((Date.parse(date) - Date.now()) / 1000)
  return underLoad({ site, url: balancer.url }, `a node is ${ahead} s ahead`, async () => {
    await sleep(2 * AWAY_MS)
    return [{ figure: 'its clock is', value: `${ahead} s ahead`, isGood: ahead >= AHEAD_S - 2 }]
  })
}

/** The library of Debian's package, which shifts the clock of one process. */
async function clockLibrary(): Promise<string> {
  for (const machine of ['x86_64', 'aarch64']) {
    const path = `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path
  }
  throw new Error('libfaketime is not installed: apt-get install faketime')
}

async function recovered(site: Site, url: string, asking: Writer): Promise<Proved> {
  const since = performance.now()
  const works = await isAnswered(site, url, asking, 6 * RECOVERED_MS)
  const ms = Math.round(performance.now() - since)
  return {
    figure: `a question is stored and its answer reaches a stream (at most ${RECOVERED_MS / 1000} s)`,
    value: works ? `${ms} ms` : 'never',
    isGood: works && ms <= RECOVERED_MS,
  }
}
