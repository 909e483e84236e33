import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { openPlatform } from '#server/cli/open-database.ts'
import { readConfig } from '#server/platform/config.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { freePort, startProcess } from '#test/proof/server-process.ts'
import { type NatsServer, startNats } from './bus/nats-server.ts'
import { comparedActions } from './compared.ts'
import type { Proved, Scale } from './parts.ts'
import { addressOf, type DatabaseServer, startPrimary } from './postgres.ts'
import { cleaningUp, passingFolder, programOf, runProgram } from './programs.ts'
import { nodeSettings, prepareSite } from './site.ts'
import { together, type Worked, work } from './work.ts'

const TENANTS = 64
const WRITERS = [1, 8, 16, 32, 64]
/** Of the commits without a notification. */
const BOUNDED = 0.8
const LEAST_SCALE = 0.8
const MOST_SLOWER = 0.1
const TURNS = 3

/** What PostgreSQL's lock of NOTIFY costs commits, and the live bus through NATS against it. */
export async function* proveCommits(scale: Scale): AsyncIterable<Proved> {
  const parts = await cleaningUp(async (later) => {
    const folder = await passingFolder('commits', later)
    const database = await startPrimary(folder, { max_connections: '300' })
    later(database.stop)
    const nats = await startNats()
    later(nats.kill)
    const proved = [
      ...(await boundByNotify(database, folder, scale)),
      ...(await scaling(database, folder, nats, scale)),
    ]
    return [...proved, ...(await actions(database, folder, nats, scale))]
  })
  yield* parts
}

const TABLES = `
  CREATE TABLE proof_thread (n int PRIMARY KEY, seq int NOT NULL);
  CREATE TABLE proof_message (id uuid PRIMARY KEY, n int NOT NULL, seq int NOT NULL, body text NOT NULL, UNIQUE (n, seq));
  INSERT INTO proof_thread SELECT n, 0 FROM generate_series(0, 9999) n`

/** A message into one of many threads, as few statements as any product needs. */
const script = (notify: string) => `\\set n random(0, 9999)
BEGIN;
UPDATE proof_thread SET seq = seq + 1 WHERE n = :n;
INSERT INTO proof_message SELECT gen_random_uuid(), n, seq, repeat('word ', 40) FROM proof_thread WHERE n = :n;
${notify}
COMMIT;
`

/** Commits a second of many writers with a notification in each and without one; one connection listens. */
async function boundByNotify(database: DatabaseServer, folder: string, { seconds }: Scale): Promise<Proved[]> {
  const listening = new Client({ connectionString: database.ownerUrl })
  await listening.connect()
  try {
    await listening.query(TABLES)
    await listening.query('LISTEN proof')
    const files = { without: join(folder, 'without.sql'), with: join(folder, 'with.sql') }
    await writeFile(files.without, script(''), { mode: 0o644 })
    await writeFile(files.with, script(`SELECT pg_notify('proof', repeat('x', 150) || :n);`), { mode: 0o644 })
    const rates: { writers: number; without: number; with: number }[] = []
    for (const writers of WRITERS) {
      const run = (file: string) => commitRate(database.port, file, writers, seconds / 2)
      rates.push({ writers, without: await run(files.without), with: await run(files.with) })
    }
    const first = rates.find((rate) => rate.with / rate.without < BOUNDED)
    const bounded = first ? `from ${first.writers} writers on` : 'by none of these numbers of writers'
    return [
      ...rates.map((rate) => ({
        figure: `${rate.writers} writers at PostgreSQL: commits a second without a notification, with NOTIFY`,
        value: `${Math.round(rate.without)}, ${Math.round(rate.with)} (${(rate.with / rate.without).toFixed(2)})`,
        isGood: rate.with > 0,
      })),
      { figure: `NOTIFY takes more than a fifth of the commits`, value: bounded, isGood: true },
    ]
  } finally {
    await listening.end()
  }
}

async function commitRate(port: number, file: string, writers: number, seconds: number): Promise<number> {
  const args = ['-n', '-M', 'prepared', '-c', String(writers), '-j', '1', '-T', String(Math.ceil(seconds)), '-f', file]
  const { stdout } = await runProgram(programOf('pgbench', 'postgresql-15'), [...args, addressOf(port)])
  return Number(/tps = ([\d.]+)/.exec(String(stdout))?.[1] ?? 0)
}

/** The product's own transactions, of many businesses, from one writer to sixteen: with an event through NATS in each, and with none. */
async function scaling(
  database: DatabaseServer,
  folder: string,
  nats: NatsServer,
  { seconds }: Scale,
): Promise<Proved[]> {
  const settings = nodeSettings(0, folder, { DATABASE_URL: database.ownerUrl, DATABASE_POOL: '40' })
  const { platform, close } = await openPlatform(readConfig({ ...settings, NATS_URL: nats.url }))
  try {
    const tenants = await Promise.all(Array.from({ length: TENANTS }, async () => (await makeTenant(platform)).tenant))
    const rate = async (writers: number, hasEvent: boolean): Promise<number> => {
      const until = performance.now() + (seconds * 1000) / 4
      let commits = 0
      await Promise.all(
        Array.from({ length: writers }, async (_, n) => {
          for (let turn = n; performance.now() < until; turn += writers) {
            await tenants[turn % TENANTS]?.tx(async (t) => {
              await t.sql(
                'UPDATE tenant_counter SET last_ticket_number = last_ticket_number + 1 WHERE tenant_id = $1',
                [t.tenantId],
              )
              if (hasEvent) t.wake('proof')
            })
            commits += 1
          }
        }),
      )
      return commits / seconds
    }
    const scales = { with: 0, without: 0 }
    for (let turn = 0; turn < TURNS; turn += 1) {
      scales.without += (await rate(16, false)) / (await rate(1, false)) / TURNS
      scales.with += (await rate(16, true)) / (await rate(1, true)) / TURNS
    }
    const share = scales.with / scales.without
    return [
      {
        figure: `writers 1 → 16 with events through NATS, of the same without events (at least ${LEAST_SCALE})`,
        value: `${scales.with.toFixed(1)} times, ${scales.without.toFixed(1)} times without: ${share.toFixed(2)}`,
        isGood: share >= LEAST_SCALE,
      },
    ]
  } finally {
    await close()
  }
}

/** The main actions with NATS and two web processes, and with one process and NOTIFY, in turns. */
async function actions(
  { ownerUrl }: DatabaseServer,
  folder: string,
  nats: NatsServer,
  { seconds, clients }: Scale,
): Promise<Proved[]> {
  const direct = { DATABASE_URL: ownerUrl }
  const site = await prepareSite(nodeSettings(0, folder, direct), clients)
  const turns: { one: Worked[]; nats: Worked[] } = { one: [], nats: [] }
  const workAt = async (settings: Record<string, string>) => {
    const node = await startProcess(nodeSettings(await freePort(), folder, { ...direct, ...settings }))
    try {
      // What a new process does the first time is no part of it.
      await work(site, node.url, 2)
      return await work(site, node.url, seconds)
    } finally {
      node.child.kill('SIGTERM')
      await node.exited
    }
  }
  for (let turn = 0; turn < TURNS; turn += 1) {
    turns.one.push(await workAt({}))
    turns.nats.push(await workAt({ NATS_URL: nats.url, WEB_PROCESSES: '2' }))
  }
  const [one, other] = [together(turns.one), together(turns.nats)]
  const failed = [...other.failures].map(([what, count]) => `${count} × ${what}`).join('; ')
  return [
    ...comparedActions({ name: 'one process', worked: one }, { name: 'two and NATS', worked: other }, MOST_SLOWER),
    { figure: 'failed actions with NATS', value: failed || '0', isGood: failed === '' },
  ]
}
