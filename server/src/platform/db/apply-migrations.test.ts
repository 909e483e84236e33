import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyDatabase, type TestDatabase } from '#test/database.ts'
import { applyMigrations } from './apply-migrations.ts'

let database: TestDatabase
let owner: Client
let folder: string
beforeEach(async () => {
  database = await copyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'segue-migrations-'))
  await mkdir(join(folder, 'meta'))
  owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterEach(async () => {
  await owner.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Later than every migration of the template. */
const LATER = Date.now() + 86_400_000

async function writeMigrations(...texts: string[]): Promise<void> {
  const entries = texts.map((_, idx) => ({ idx, tag: `000${idx}`, when: LATER + idx, breakpoints: true }))
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
  for (const [idx, text] of texts.entries()) await writeFile(join(folder, `000${idx}.sql`), text)
}

const columns = async (): Promise<string[]> => {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'ticket' AND column_name LIKE 'added%' ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

test('a migration waits for a table that a transaction uses without keeping others from it, and is made once that one has ended', async () => {
  await writeMigrations('ALTER TABLE ticket ADD COLUMN added text;')
  const using = new Client({ connectionString: database.ownerUrl })
  await using.connect()
  await using.query('BEGIN; LOCK TABLE ticket IN ACCESS SHARE MODE')
  const migrating = applyMigrations(owner, folder)
  const reading = new Client({ connectionString: database.ownerUrl })
  await reading.connect()
  // Behind a waiting ALTER TABLE a reader waits at most as long as that one waits.
  await reading.query(`SET statement_timeout = '30s'`)
  for (let n = 0; n < 3; n += 1) await reading.query('SELECT 1 FROM ticket LIMIT 1')
  await using.query('COMMIT')
  await migrating
  expect(await columns()).toEqual(['added'])
  await applyMigrations(owner, folder)
  await Promise.all([using.end(), reading.end()])
})

test('one that fails leaves nothing of itself, and those before it stay', async () => {
  await writeMigrations(
    'ALTER TABLE ticket ADD COLUMN added_first text;',
    'ALTER TABLE ticket ADD COLUMN added_second text;--> statement-breakpoint\nSELECT 1 / 0;',
  )
  await expect(applyMigrations(owner, folder)).rejects.toThrow('division by zero')
  expect(await columns()).toEqual(['added_first'])
})

test('an index is built CONCURRENTLY', async () => {
  await writeMigrations('CREATE INDEX CONCURRENTLY added_index ON ticket (tenant_id, subject);')
  await applyMigrations(owner, folder)
  const { rows } = await owner.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'added_index'::regclass`)
  expect(rows).toEqual([{ indisvalid: true }])
})

test('an index that an earlier start left half built, or built without noting it, is no obstacle', async () => {
  const first = 'CREATE UNIQUE INDEX CONCURRENTLY added_index ON added (n);'
  await owner.query('CREATE TABLE added (n integer); INSERT INTO added VALUES (1), (1)')
  await writeMigrations(first)
  await expect(applyMigrations(owner, folder)).rejects.toThrow('could not create unique index')
  await owner.query('DELETE FROM added')
  await applyMigrations(owner, folder)
  const { rows } = await owner.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'added_index'::regclass`)
  expect(rows).toEqual([{ indisvalid: true }])
  await owner.query('CREATE INDEX added_second ON added (n)')
  await writeMigrations(first, 'CREATE INDEX CONCURRENTLY "added_second" ON added (n);')
  await applyMigrations(owner, folder)
})
