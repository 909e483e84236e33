import { randomUUID } from 'node:crypto'
import { Client, type PoolClient } from 'pg'
import { describe, expect, it } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { copyDatabase, type TestDatabase } from '#test/database.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { createPool } from './pool.ts'
import { scramSecret } from './scram-secret.ts'
import { limitRole } from './session-limits.ts'
import { sendUnnamed } from './unnamed.ts'

const log = createLog('silent')

async function onDatabase(run: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await copyDatabase()
  try {
    await run(database)
  } finally {
    await database.drop()
  }
}

async function ask<Row>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

const LIMITS = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
  current_setting('idle_in_transaction_session_timeout') AS idle`

describe('behind a pooler', () => {
  it('the limits of the serving role are those of its sessions, also when nodes set them at once', () =>
    onDatabase(async ({ appUrl }) => {
      const before = await ask(appUrl, LIMITS)
      await Promise.all([1, 2, 3].map(() => limitRole(appUrl, { statementMs: 9000, lockMs: 4000 })))
      await limitRole(appUrl, { statementMs: 8000, lockMs: 4000 })
      expect(before).toEqual([{ statement: '0', lock: '0', idle: '0' }])
      expect(await ask(appUrl, LIMITS)).toEqual([{ statement: '8s', lock: '4s', idle: '15s' }])
    }))

  it('a pool sends neither options nor names of statements', () =>
    onDatabase(async ({ appUrl }) => {
      const pool = createPool(appUrl, 1, log, { isPooled: true })
      try {
        await pool.query({ name: 'known', text: 'SELECT $1::int AS n', values: [1] })
        const { rows } = await pool.query({ name: 'known', text: `SELECT $1::text AS n`, values: ['two'] })
        expect(rows).toEqual([{ n: 'two' }])
        expect((await pool.query('SELECT name FROM pg_prepared_statements')).rows).toEqual([])
        expect((await pool.query(LIMITS)).rows).toEqual([{ statement: '0', lock: '0', idle: '0' }])
      } finally {
        await pool.end()
      }
    }))

  it('a statement without a name, and what is not a text, are passed on as they are', () => {
    const sent: unknown[] = []
    const client = { query: (...given: unknown[]) => sent.push(given) } as unknown as PoolClient
    sendUnnamed(client)
    const [plain, cursor] = [{ text: 'SELECT 1' }, { name: 'one', submit: () => undefined }]
    client.query('SELECT 1', [2])
    client.query(plain)
    client.query(cursor)
    expect(sent).toEqual([['SELECT 1', [2]], [plain], [cursor]])
  })
})

it('a role signs in by a secret that is the same each time', () =>
  onDatabase(async ({ ownerUrl, appUrl }) => {
    const [name, password] = [`r_${randomUUID().replaceAll('-', '')}`, randomUUID()]
    const secret = scramSecret(password)
    expect(scramSecret(password)).toBe(secret)
    const urlWith = (given: string) => Object.assign(new URL(appUrl), { username: name, password: given }).href
    await queryAsOwner(ownerUrl, `CREATE ROLE ${name} LOGIN PASSWORD '${secret}'`, [])
    try {
      expect(await ask(urlWith(password), 'SELECT current_user AS name')).toEqual([{ name }])
      await expect(ask(urlWith('another'), 'SELECT 1')).rejects.toThrow('password authentication failed')
    } finally {
      await queryAsOwner(ownerUrl, `DROP ROLE ${name}`, [])
    }
  }))

describe('a pool whose server takes no changes any more', () => {
  it('refuses a change and reaches with its next connections whatever the address leads to now', () =>
    onDatabase(async ({ ownerUrl, appUrl }) => {
      const name = new URL(ownerUrl).pathname.slice(1)
      const pool = createPool(appUrl, 3, log)
      const change = () => pool.query(`UPDATE tenant SET name = name`)
      try {
        await queryAsOwner(ownerUrl, `ALTER DATABASE ${name} SET default_transaction_read_only = on`, [])
        const [other, failing] = [await pool.connect(), await pool.connect()]
        other.release()
        await expect(failing.query('UPDATE tenant SET name = name')).rejects.toMatchObject({ code: '25006' })
        failing.release()
        await ask(ownerUrl, `BEGIN READ WRITE; ALTER DATABASE ${name} RESET default_transaction_read_only; COMMIT`)
        // Sooner than a pool closes what is idle (30 s).
        await expect.poll(() => pool.totalCount, { timeout: 5000 }).toBe(0)
        await change()
      } finally {
        await pool.end()
      }
    }))

  it('keeps its connections when a reading transaction writes', () =>
    onDatabase(async ({ appUrl }) => {
      const pool = createPool(appUrl, 1, log)
      const client = await pool.connect()
      try {
        await client.query('BEGIN READ ONLY; SELECT 1')
        await expect(client.query('UPDATE tenant SET name = name')).rejects.toMatchObject({ code: '25006' })
        await client.query('ROLLBACK')
        expect((await client.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
      } finally {
        client.release()
        await pool.end()
      }
    }))
})
