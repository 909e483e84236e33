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

/** Where seeded clusters are kept between runs; git does not see it. */
const CLUSTERS_FOLDER = new URL('../.bench', import.meta.url).pathname

/** The serving role of the bench's databases, with the fence of the product and a password that guards nothing. */
const ROLE = { name: 'segue_app', password: 'segue_app' }

export type BenchDatabase = { name: string; size: SeedSize; ownerUrl: string; appUrl: string }
export type BenchCluster = { databases: BenchDatabase[]; stop(): Promise<void> }

/**
 * A PostgreSQL of the bench's own, in production settings, with one database for each size. Seeded once for each state of
 * migrations and seeds; other states are removed. `say` hears what takes long.
 */
export async function openCluster(
  mode: keyof typeof SEEDS,
  say: (line: string) => void,
  home = CLUSTERS_FOLDER,
): Promise<BenchCluster> {
  const folder = join(home, `${mode}-${seedVersion()}`)
  await removeOldClusters(home, mode, folder)
  await mkdir(folder, { recursive: true })
  // As root, PostgreSQL runs under an account of its own, which must be able to pass through.
  await chmod(home, 0o711)
  await chmod(folder, 0o711)
  const done = join(folder, 'seeded')
  if (!existsSync(done)) {
    await removeCluster(folder)
    await mkdir(folder, { recursive: true, mode: 0o711 })
    const began = performance.now()
    await seedAll(folder, SEEDS[mode], say)
    await writeFile(done, '')
    say(`seeded in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
  const postgres = await start(folder)
  return { databases: Object.entries(SEEDS[mode]).map(addressOf(postgres)), stop: postgres.stop }
}

/** Of migrations and seeds: when either changes, seeding starts over. */
function seedVersion(): string {
  const migrations = new URL('../server/migrations/', import.meta.url)
  const files = readdirSync(migrations).filter((name) => name.endsWith('.sql'))
  const texts = [
    ...files.sort().map((name) => new URL(name, migrations)),
    new URL('../server/test/bulk-rows.ts', import.meta.url),
  ]
  const hash = createHash('sha256')
  for (const text of texts) hash.update(readFileSync(text))
  return hash.digest('hex').slice(0, 12)
}

async function removeOldClusters(home: string, mode: string, keep: string): Promise<void> {
  for (const name of existsSync(home) ? readdirSync(home) : []) {
    const folder = join(home, name)
    if (name.startsWith(`${mode}-`) && folder !== keep) await removeCluster(folder)
  }
}

/** The cluster may lie elsewhere behind a link, where PostgreSQL's account cannot enter the clone. */
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
    return { name, size, ownerUrl: owner.href, appUrl: app.href }
  }

async function seedAll(folder: string, sizes: Record<string, SeedSize>, say: (line: string) => void): Promise<void> {
  // Only while seeding: what is lost with the power is seeded again.
  const postgres = await start(folder, {
    fsync: 'off',
    full_page_writes: 'off',
    max_wal_size: '1GB',
    shared_buffers: '256MB',
  })
  try {
    for (const entry of Object.entries(sizes)) {
      const { name, ownerUrl, size } = addressOf(postgres)(entry)
      say(`seeding ${size.tickets.toLocaleString('en')} tickets …`)
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
