import './drizzle-modules.ts'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { domainParts } from '#server/domains.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { copyDataFolder } from './data-folder.ts'

/** The serving role of all test databases. */
export const TEST_ROLE = { name: 'segue_app', password: 'segue_app' }

/**
 * Prepares a data folder for the run, which a proof with a database of its own copies, and starts one PostgreSQL on such a copy: its migrated
 * database is the template that each test file copies (36 ms instead of a migration).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'segue-test-'))
  // Run as root, PostgreSQL gets an unprivileged account, which must be able to enter this folder.
  await chmod(folder, 0o711)
  const prepared = join(folder, 'prepared')
  await mkdir(prepared, { mode: 0o711 })
  const first = await start(prepared)
  await migrateDatabase(first.url, TEST_ROLE, domainParts.jobs)
  await first.stop()
  const running = await copyDataFolder(prepared)
  const postgres = await start(running)
  const admin = new Client({ connectionString: new URL('/postgres', postgres.url).href })
  await admin.connect()
  await admin.query('ALTER DATABASE segue RENAME TO segue_template')
  await admin.end()
  project.provide('postgresUrl', new URL('/postgres', postgres.url).href)
  project.provide('preparedDataFolder', prepared)
  return async () => {
    await postgres.stop()
    for (const one of [running, folder]) await rm(one, { recursive: true, force: true })
  }
}

const start = (dataDir: string): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    // Test data need not survive a crash of the machine, so nothing waits for the disk.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  })

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    preparedDataFolder: string
  }
}
