import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { domainParts } from '#server/domains.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { type SeedSize, seedDatabase } from '#test/bulk-rows.ts'
import { SEEDS } from './seed-sizes.ts'

/** Folder of the seeded clusters, which later runs use again; git ignores it. */
const CLUSTERS_FOLDER = new URL('../.bench', import.meta.url).pathname

/** The serving role of the bench's databases, under row-level security as in the product; its password is no secret. */
const ROLE = { name: 'segue_app', password: 'segue_app' }

/** `pid`: of the PostgreSQL that serves it. */
export type BenchDatabase = { name: string; size: SeedSize; ownerUrl: string; appUrl: string; pid: number }
export type BenchCluster = { databases: BenchDatabase[]; stop(): Promise<void> }

/**
 * Starts a PostgreSQL for the bench, in production settings, with one database for each size. It is seeded once for each version of
 * migrations and seeds; clusters of other versions are removed. `print` gets a line for each slow step.
 */
export async function openCluster(
  mode: keyof typeof SEEDS,
  print: (line: string) => void,
  parent = CLUSTERS_FOLDER,
): Promise<BenchCluster> {
  const folder = join(parent, `${mode}-${seedVersion()}`)
  await removeOldClusters(parent, mode, folder)
  await mkdir(folder, { recursive: true })
  // As root, PostgreSQL runs under another account, which needs access to this folder.
  await chmod(parent, 0o711)
  await chmod(folder, 0o711)
  const done = join(folder, 'seeded')
  if (!existsSync(done)) {
    await removeCluster(folder)
    await mkdir(folder, { recursive: true, mode: 0o711 })
    const began = performance.now()
    await seedAll(folder, SEEDS[mode], print)
    await writeFile(done, '')
    print(`seeded in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
  const postgres = await start(folder)
  return { databases: Object.entries(SEEDS[mode]).map(addressOf(postgres)), stop: postgres.stop }
}

/** A hash of migrations, seeds and their sizes: when one changes, the databases are seeded anew. */
function seedVersion(): string {
  const migrations = new URL('../server/migrations/', import.meta.url)
  const files = readdirSync(migrations).filter((name) => name.endsWith('.sql'))
  const texts = [
    ...files.sort().map((name) => new URL(name, migrations)),
    new URL('../server/test/bulk-rows.ts', import.meta.url),
    new URL('../server/test/large-tenant-rows.ts', import.meta.url),
  ]
  const hash = createHash('sha256').update(JSON.stringify(SEEDS))
  for (const text of texts) hash.update(readFileSync(text))
  return hash.digest('hex').slice(0, 12)
}

async function removeOldClusters(parent: string, mode: string, keep: string): Promise<void> {
  for (const name of existsSync(parent) ? readdirSync(parent) : []) {
    const folder = join(parent, name)
    if (name.startsWith(`${mode}-`) && folder !== keep) await removeCluster(folder)
  }
}

/** The cluster may be a link to another folder, where PostgreSQL's account cannot enter the clone. */
async function removeCluster(folder: string): Promise<void> {
  const link = join(folder, 'pg')
  if (existsSync(link)) await rm(realpathSync(link), { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}

const start = (dataDir: string, settings: Record<string, string> = {}) =>
  startEmbeddedPostgres({ dataDir, log: () => undefined, settings })

const addressOf =
  (postgres: EmbeddedPostgres) =>
  ([name, size]: [string, SeedSize]): BenchDatabase => {
    const owner = new URL(`/${name}`, postgres.url)
    const app = new URL(owner)
    app.username = ROLE.name
    app.password = ROLE.password
    return { name, size, ownerUrl: owner.href, appUrl: app.href, pid: postgres.pid }
  }

async function seedAll(folder: string, sizes: Record<string, SeedSize>, print: (line: string) => void): Promise<void> {
  // Without durability, since a cluster that is lost while seeding is seeded again.
  const postgres = await start(folder, {
    fsync: 'off',
    full_page_writes: 'off',
    max_wal_size: '1GB',
    shared_buffers: '256MB',
  })
  try {
    for (const entry of Object.entries(sizes)) {
      const { name, ownerUrl, size } = addressOf(postgres)(entry)
      print(`seeding ${size.tickets.toLocaleString('en')} tickets …`)
      await asOwner(new URL('/postgres', ownerUrl).href, (client) => client.query(`CREATE DATABASE ${name}`))
      await migrateDatabase(ownerUrl, ROLE, domainParts.jobs)
      await asOwner(ownerUrl, (client) => seedDatabase(client, size))
    }
    await asOwner(new URL('/postgres', postgres.url).href, (client) => client.query('CHECKPOINT'))
  } finally {
    await postgres.stop()
  }
}

async function asOwner(url: string, run: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await run(client)
  } finally {
    await client.end()
  }
}
