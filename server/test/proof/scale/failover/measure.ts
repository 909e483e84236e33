import { setTimeout as sleep } from 'node:timers/promises'
import { listTickets } from '#contracts/ticket/ticket.ts'
import { clientOf, signInCookie } from '#test/client.ts'
import { isAnswered } from '#test/proof/scale/ask.ts'
import { type Loaded, startLoad } from '#test/proof/scale/load.ts'
import type { Proved } from '#test/proof/scale/parts.ts'
import { startPooler } from '#test/proof/scale/pgbouncer.ts'
import { addressOf } from '#test/proof/scale/postgres.ts'
import type { Later } from '#test/proof/scale/programs.ts'
import { nodeSettings, prepareSite, type Site, settled } from '#test/proof/scale/site.ts'
import { freePort, type ServerProcess, startProcess } from '#test/proof/server-process.ts'
import type { Writer } from '#test/proof/writes.ts'

/** After the new primary takes changes. */
const RECOVERED_MS = 10_000
/** What takes longer is given up. */
const LONGEST_MS = 6 * RECOVERED_MS
/** A job whose attempt was cut off is fetched again after its time-out. */
const SETTLED_MS = 120_000

/** Of the load, before the primary is lost and after everything works again. */
const [BEFORE_MS, AFTER_MS] = [4000, 3000]
const POOL_SIZE = 10

/** A site in a database whose primary is to be lost. `asking` is the guest who asks afterwards. */
export type Prepared = { folder: string; site: Site; asking: Writer }

export async function prepare(folder: string, ownerUrl: string, clients: number): Promise<Prepared> {
  const site = await prepareSite(nodeSettings(0, folder, { DATABASE_URL: ownerUrl }), clients + 1)
  return { folder, site, asking: site.writers.pop() as Writer }
}

type Failover = {
  /** Of HAProxy, which leads to the primary. */
  proxyPort: number
  isPooled: boolean
  /** Takes the primary away; resolves when another server takes changes, with the address of its database. */
  lose(): Promise<string>
  /** Runs when everything works again. */
  ended?(): Promise<unknown>
}

/** A node works under load while its primary is lost: how long until each thing works again, and what became of the writes. */
export async function measureFailover(
  { folder, site, asking }: Prepared,
  { proxyPort, isPooled, lose, ended }: Failover,
  later: Later,
): Promise<Proved[]> {
  const address = await addressesOf(proxyPort, isPooled, later)
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
  const lostAt = performance.now()
  const ownerUrl = await lose()
  const promotedAt = performance.now()
  const recovered = await recovery(site, node, asking, promotedAt)
  await ended?.()
  await sleep(AFTER_MS)
  const worked = await load.stop()
  return [
    ...recovered,
    { figure: 'an answer before, under the same load', value: `${Math.round(usualMs)} ms`, isGood: true },
    ...repliesToLoad(worked, lostAt, promotedAt),
    ...(await settled(site, ownerUrl, SETTLED_MS)),
  ]
}

async function addressesOf(proxyPort: number, isPooled: boolean, later: Later): Promise<Record<string, string>> {
  const through = addressOf(proxyPort)
  if (!isPooled) return { DATABASE_URL: through }
  const pooler = await startPooler(proxyPort, POOL_SIZE)
  later(pooler.stop)
  return { DATABASE_URL: addressOf(pooler.port), DATABASE_DIRECT_URL: through }
}

/** How long after the promotion each thing works again, asked for until it does. */
function recovery(site: Site, { url }: ServerProcess, asking: Writer, since: number): Promise<Proved[]> {
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

/** What the load met. */
function repliesToLoad(
  { statuses, lastFailureAt, unansweredMs }: Loaded,
  lostAt: number,
  promotedAt: number,
): Proved[] {
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
