import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startProcess } from '#test/proof/server-process.ts'
import type { Writer } from '#test/proof/writes.ts'
import { isAnswered } from './ask.ts'
import type { Proved, Scale } from './parts.ts'
import { type Pooler, prepareForPooler, startPooler } from './pgbouncer.ts'
import { addressOf, startAgain, startPrimary } from './postgres.ts'
import { cleaningUp, passingFolder } from './programs.ts'
import { nodeSettings, prepareSite, type Site, settled } from './site.ts'
import { type Running, underLoad } from './under-load.ts'

/** From when a part works again until the product does. */
const RECOVERED_MS = 10_000
/** How long a part is away. */
const AWAY_MS = 5000
const POOL_SIZE = 10
const SETTLED_MS = 120_000

type Fault = { name: string; begin(): Promise<void>; end(): Promise<void> }

/** One part after the other fails for some seconds under load, and comes back. */
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
    for (const fault of faults) proved.push(...(await failOnce({ site, url: node.url }, asking, fault)))
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
