import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { TEST_ROLE } from './global-setup.ts'

export type TestDatabase = {
  /** Connects as the owner of the tables, to whom row-level security does not apply. */
  ownerUrl: string
  /** Connects as the serving role. */
  appUrl: string
  drop(): Promise<void>
}

/** Creates a database from the migrated template. */
export async function copyDatabase(): Promise<TestDatabase> {
  const postgresUrl = inject('postgresUrl')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  // Copied as files: a third of the time of a copy block by block, which also goes through the log.
  await asAdmin(postgresUrl, `CREATE DATABASE ${name} TEMPLATE segue_template STRATEGY file_copy`)
  const owner = new URL(`/${name}`, postgresUrl)
  const app = new URL(owner)
  app.username = TEST_ROLE.name
  app.password = TEST_ROLE.password
  return {
    ownerUrl: owner.href,
    appUrl: app.href,
    drop: () => asAdmin(postgresUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
