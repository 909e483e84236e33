import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { openPlatform } from '#server/cli/open-database.ts'
import { readConfig } from '#server/platform/config.ts'
import { emailOf, PASSWORD, type SeedSize, SLUGS, seedDatabase } from '#test/bulk-rows.ts'
import { clientOf, signInCookie } from '#test/client.ts'
import { freePort, startProcess } from '#test/proof/server-process.ts'
import type { Proved, Scale } from './parts.ts'
import { type DatabaseServer, startPrimary } from './postgres.ts'
import { cleaningUp, passingFolder } from './programs.ts'
import { nodeSettings } from './site.ts'
import { type Action, actionsOf } from './size/actions.ts'
import { type Executed, endOfLog, executedSince, LOGGED_PLANS } from './size/statements.ts'

const SMALL: SeedSize = { tickets: 100_000, messages: 10, largeTickets: 0, guests: 100 }
const LARGE: SeedSize = { tickets: 1_000_000, messages: 10, largeTickets: 0, guests: 100 }
/** Ten times the rows may make an index one level deeper: four blocks instead of three. */
const MOST_GROWTH = 1.5
/** As many as the first use of some tables by a connection reads of the catalogue: below it, growth of a background statement says nothing. */
const FEW_BLOCKS = 500
const REPETITIONS = 20
/** Every sweep runs at least once in it. */
const SWEEPS_MS = 100_000
const FOR_LOADING = {
  shared_buffers: '2GB',
  max_wal_size: '16GB',
  fsync: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

type Cost = { blocks: number; wholeTables: ReadonlySet<string>; byText?: ReadonlyMap<string, Cost> }
type Costs = { actions: Map<string, Cost>; sweeps: Map<string, Cost> }

/** The blocks that actions and background statements touch, of businesses of one size in a database of 1,000,000 and of 10,000,000 messages. */
export async function* proveSize({ print }: Scale): AsyncIterable<Proved> {
  const small = await costsOf('1,000,000 messages', SMALL, print)
  const large = await costsOf('10,000,000 messages', LARGE, print)
  for (const [name, cost] of large.actions) {
    const proved = compared(name, small.actions.get(name), cost)
    yield proved
    if (!proved.isGood) print(`       ${mostGrown(small.actions.get(name)?.byText, cost.byText)}`)
  }
  const sweeps = [...large.sweeps].map(([text, cost]) => {
    const proved = compared(text.slice(0, 110), small.sweeps.get(text), cost)
    return { ...proved, isGood: proved.isGood || cost.blocks <= FEW_BLOCKS }
  })
  yield* sweeps.filter(({ isGood }) => !isGood)
  yield {
    figure: `background statements that touch at most ${MOST_GROWTH} times the blocks, or at most ${FEW_BLOCKS}`,
    value: `${sweeps.filter(({ isGood }) => isGood).length} of ${sweeps.length}`,
    isGood: sweeps.length > 20 && sweeps.every(({ isGood }) => isGood),
  }
}

function compared(figure: string, small: Cost | undefined, large: Cost): Proved {
  const growth = small ? large.blocks / small.blocks : null
  const read = large.wholeTables.size > 0 ? `; read from end to end: ${[...large.wholeTables].join(', ')}` : ''
  return {
    figure,
    value: `${Math.round(small?.blocks ?? 0)} → ${Math.round(large.blocks)} blocks, ${growth?.toFixed(2) ?? 'new'} times${read}`,
    isGood: growth !== null && growth <= MOST_GROWTH,
  }
}

/** The statement of an action that grew most, with the blocks of one run. */
function mostGrown(small: Cost['byText'], large: Cost['byText'] = new Map()): string {
  const growths = [...large].map(([text, { blocks }]) => ({ text, blocks, before: small?.get(text)?.blocks ?? 0 }))
  const [most] = growths.sort((a, b) => b.blocks - b.before - (a.blocks - a.before))
  return most ? `${most.before} → ${most.blocks} blocks: ${most.text}` : 'no statement'
}

const costsOf = (name: string, size: SeedSize, print: Scale['print']): Promise<Costs> =>
  cleaningUp(async (later) => {
    const folder = await passingFolder('size', later)
    const database = await startPrimary(folder, { ...FOR_LOADING, ...LOGGED_PLANS })
    later(database.stop)
    const settings = nodeSettings(0, folder, { DATABASE_URL: database.ownerUrl })
    await (await openPlatform(readConfig(settings))).close()
    await fill(database, size, print)
    const start = async (role: string) => {
      const node = await startProcess({ ...settings, PORT: String(await freePort()), ROLE: role })
      const stop = async () => {
        node.child.kill('SIGTERM')
        await node.exited
      }
      later(stop)
      return { url: node.url, stop }
    }
    print(`  ${name}: actions`)
    const web = await start('web')
    const actions = await costsOfActions(database, web.url)
    await web.stop()
    print(`  ${name}: background work`)
    const from = await endOfLog(database.folder)
    const worker = await start('worker')
    await sleep(SWEEPS_MS)
    await worker.stop()
    return { actions, sweeps: costByText(await executedSince(from)) }
  })

async function fill({ adminUrl }: DatabaseServer, size: SeedSize, print: Scale['print']): Promise<void> {
  const began = performance.now()
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query('SET auto_explain.log_min_duration = -1')
    await seedDatabase(client, size)
    const { rows } = await client.query<{ n: string; size: string }>(
      `SELECT to_char(count(*), 'FM999,999,999') AS n, pg_size_pretty(pg_database_size(current_database())) AS size FROM message`,
    )
    print(`  ${rows[0]?.n} messages, ${rows[0]?.size}, in ${Math.round((performance.now() - began) / 1000)} s`)
  } finally {
    await client.end()
  }
}

async function costsOfActions({ folder }: DatabaseServer, url: string): Promise<Map<string, Cost>> {
  const signedIn = async (slug: string) =>
    clientOf(url, { cookie: await signInCookie(url, emailOf(slug), PASSWORD), origin: url })
  const costs = new Map<string, Cost>()
  for (const action of actionsOf(url, await signedIn(SLUGS.quiet), await signedIn(SLUGS.live)))
    costs.set(action.name, await costOf(action, folder))
  return costs
}

/** The mean of some repetitions, each of other rows, after a first one that fills the caches of the process. */
async function costOf({ run }: Action, folder: string): Promise<Cost> {
  await run(0)
  await sleep(300)
  const from = await endOfLog(folder)
  for (let n = 1; n <= REPETITIONS; n += 1) await run(n)
  await sleep(300)
  const executed = await executedSince(from)
  return { blocks: sumOf(executed) / REPETITIONS, wholeTables: wholeOf(executed), byText: costByText(executed) }
}

/** The least of the runs of each statement: each connection reads the catalogue with its first one. */
function costByText(executed: readonly Executed[]): Map<string, Cost> {
  const byText = Map.groupBy(executed, ({ text }) => text)
  return new Map(
    [...byText].map(([text, runs]) => [
      text,
      { blocks: Math.min(...runs.map(({ blocks }) => blocks)), wholeTables: wholeOf(runs) },
    ]),
  )
}

const sumOf = (executed: readonly Executed[]) => executed.reduce((sum, { blocks }) => sum + blocks, 0)

const wholeOf = (executed: readonly Executed[]) => new Set(executed.flatMap(({ wholeTables }) => wholeTables))
