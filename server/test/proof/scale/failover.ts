import { setTimeout as sleep } from 'node:timers/promises'
import { listTickets } from '#contracts/ticket/ticket.ts'
import { clientOf, signInCookie } from '#test/client.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { freePort, type ServerProcess, startProcess } from '#test/proof/server-process.ts'
import type { Writer } from '#test/proof/writes.ts'
import { isAnswered } from './ask.ts'
import { startProxy } from './haproxy.ts'
import { type Loaded, startLoad } from './load.ts'
import type { Proved, Scale } from './parts.ts'
import { prepareForPooler, startPooler } from './pgbouncer.ts'
import { addressOf, type DatabaseServer, promote, startPrimary, startStandby } from './postgres.ts'
import { cleaningUp, type Later, passingFolder } from './programs.ts'
import { nodeSettings, prepareSite, type Site, settled } from './site.ts'

/** After the new primary takes changes. */
const RECOVERED_MS = 10_000
/** What takes longer is given up. */
const LONGEST_MS = 6 * RECOVERED_MS
/** As long as whoever decides (Patroni) needs at least to notice that the primary is gone. */
const NOTICED_MS = 2000
/** Of the load, before the primary is lost and after everything works again. */
const [BEFORE_MS, AFTER_MS] = [4000, 3000]
const POOL_SIZE = 10
/** A job whose attempt was cut off is fetched again after its time-out. */
const SETTLED_MS = 120_000
/** A commit is acknowledged when the standby has it: what else is promised of a failover holds without losses only then. */
const SYNCHRONOUS = { synchronous_standby_names: '*' }

/** The primary is killed, and then frozen (and killed once another one works), under load; each time its standby takes over, behind HAProxy, with PgBouncer and without. */
export async function* proveFailover(scale: Scale): AsyncIterable<Proved> {
  for (const how of ['killed', 'frozen'] as const) {
    for (const isPooled of [false, true]) {
      const name = `primary ${how}, ${isPooled ? 'pooler and proxy' : 'proxy'}`
      for (const one of await failOver(how, isPooled, scale)) yield { ...one, figure: `${name}: ${one.figure}` }
    }
  }
}

const failOver = (how: 'killed' | 'frozen', isPooled: boolean, { clients }: Scale): Promise<Proved[]> =>
  cleaningUp(async (later) => {
    const folder = await passingFolder('failover', later)
    const primary = await startPrimary(folder)
    later(primary.stop)
    await prepareForPooler(primary)
    const site = await prepareSite(nodeSettings(0, folder, { DATABASE_URL: primary.ownerUrl }), clients + 1)
    const asking = site.writers.pop() as Writer
    const standby = await startStandby(primary, folder)
    later(standby.stop)
    await makeSynchronous(primary)
    const proxy = await startProxy([primary, standby])
    later(proxy.stop)
    const address = await addressesOf(proxy.port, isPooled, later)
    const node = await startProcess(nodeSettings(await freePort(), folder, address))
    later(async () => {
      node.child.kill('SIGTERM')
      await node.exited
    })
    const load = startLoad(site, node.url)
    await sleep(BEFORE_MS)
    const began = performance.now()
    await isAnswered(site, node.url, asking, LONGEST_MS)
    const usualMs = performance.now() - began
    await primary.signal(how === 'killed' ? 'SIGKILL' : 'SIGSTOP')
    const lostAt = performance.now()
    await sleep(NOTICED_MS)
    await promote(standby)
    const promotedAt = performance.now()
    const recovered = await recovery(site, node, asking, promotedAt)
    await primary.signal('SIGKILL')
    await sleep(AFTER_MS)
    const worked = await load.stop()
    return [
      ...recovered,
      { figure: 'an answer before, under the same load', value: `${Math.round(usualMs)} ms`, isGood: true },
      ...figuresOf(worked, lostAt, promotedAt),
      ...(await settled(site, standby.ownerUrl, SETTLED_MS)),
    ]
  })

async function addressesOf(proxyPort: number, isPooled: boolean, later: Later): Promise<Record<string, string>> {
  const through = addressOf(proxyPort)
  if (!isPooled) return { DATABASE_URL: through }
  const pooler = await startPooler(proxyPort, POOL_SIZE)
  later(pooler.stop)
  return { DATABASE_URL: addressOf(pooler.port), DATABASE_DIRECT_URL: through }
}

function figuresOf({ statuses, lastFailureAt, unansweredMs }: Loaded, lostAt: number, promotedAt: number): Proved[] {
  const lateMs = lastFailureAt - promotedAt
  const seconds = RECOVERED_MS / 1000
  return [
    {
      figure: `last refused write after the new primary (at most ${seconds} s)`,
      value: `${Math.round(lateMs)} ms; without a primary for ${Math.round(promotedAt - lostAt)} ms`,
      isGood: lateMs <= RECOVERED_MS,
    },
    { figure: 'replies to writes', value: statuses, isGood: /^201: \d+(, 503: \d+)?$/.test(statuses) },
    {
      figure: `longest wait for a reply (at most ${seconds} s)`,
      value: `${Math.round(unansweredMs)} ms`,
      isGood: unansweredMs <= RECOVERED_MS,
    },
  ]
}

async function makeSynchronous({ adminUrl }: DatabaseServer): Promise<void> {
  for (const [name, value] of Object.entries(SYNCHRONOUS))
    await queryAsOwner(adminUrl, `ALTER SYSTEM SET ${name} = '${value}'`)
  await queryAsOwner(adminUrl, 'SELECT pg_reload_conf()')
  const isSynchronous = async () =>
    (await queryAsOwner(adminUrl, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).length > 0
  while (!(await isSynchronous())) await sleep(100)
}

/** How long after the promotion each thing works again, asked for until it does. */
async function recovery(site: Site, { url }: ServerProcess, asking: Writer, since: number): Promise<Proved[]> {
  const after = async (figure: string, attempt: () => Promise<boolean>): Promise<Proved> => {
    for (;;) {
      const works = await attempt().catch(() => false)
      const ms = performance.now() - since
      if (works || ms > LONGEST_MS)
        return {
          figure: `${figure} (at most ${RECOVERED_MS / 1000} s)`,
          value: works ? `${Math.round(ms)} ms` : 'never',
          isGood: works && ms <= RECOVERED_MS,
        }
      await sleep(50)
    }
  }
  const cookie = () => signInCookie(url, site.email, site.password)
  return Promise.all([
    after('ready', async () => (await fetch(`${url}/readyz`)).ok),
    after('sign-in and a list', async () => {
      const member = clientOf(url, { cookie: await cookie(), origin: url })
      return (await member.call(listTickets)).items.length > 0
    }),
    after('a question is stored and its answer reaches a stream', () => isAnswered(site, url, asking, LONGEST_MS)),
  ])
}
