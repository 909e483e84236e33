import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { domainParts } from '#server/domains.ts'
import { copyDatabase, type TestDatabase } from '#test/database.ts'
import { TEST_ROLE } from '#test/global-setup.ts'
import { DevelopmentSchemaError, dropDevelopmentSchema } from './development-schema.ts'
import { migrateDatabase } from './migrate.ts'

let database: TestDatabase
const query = async (text: string) => {
  const client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  return (await client.query(text).finally(() => client.end())).rows
}

/** A database of a development version: other tables, created by a migration that this version does not have. */
beforeEach(async () => {
  database = await copyDatabase()
  await query(`
    UPDATE migration.__drizzle_migrations SET hash = 'of a development version';
    DROP TABLE tenant CASCADE;
    CREATE TABLE tenant (slug text, is_demo boolean);
    INSERT INTO tenant VALUES ('hollowbrook', true);`)
})
afterEach(() => database.drop())

const migrate = () => migrateDatabase(database.ownerUrl, { name: TEST_ROLE.name, password: null }, domainParts.jobs)

it('a database of a development version is refused with an error that names demo:reset and another folder', async () => {
  await expect(migrate()).rejects.toThrow(/development version.*demo:reset.*DATA_DIR=/)
  expect(await query('SELECT slug FROM tenant')).toEqual([{ slug: 'hollowbrook' }])
})

it('a development version’s database with demo businesses only can be dropped, and is then migrated', async () => {
  await dropDevelopmentSchema(database.ownerUrl)
  await migrate()
  expect(await query('SELECT count(escalate_at)::int AS tickets FROM ticket')).toEqual([{ tickets: 0 }])
})

it('a development version’s database with another business in it is not dropped', async () => {
  await query(`INSERT INTO tenant VALUES ('somebody', false)`)
  await expect(dropDevelopmentSchema(database.ownerUrl)).rejects.toThrow(DevelopmentSchemaError)
  expect(await query('SELECT count(*)::int AS tenants FROM tenant')).toEqual([{ tenants: 2 }])
})
