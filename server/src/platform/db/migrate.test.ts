import { randomUUID } from 'node:crypto'
import { connect, createServer } from 'node:net'
import { Client } from 'pg'
import { expect, inject, it, vi } from 'vitest'
import { copyDatabase } from '#test/database.ts'
import { assertRowSecurity, migrateDatabase } from './migrate.ts'

it('a role that bypasses row-level security or owns the tables is refused; the serving role is not', async () => {
  const database = await copyDatabase()
  try {
    await expect(assertRowSecurity(database.ownerUrl)).rejects.toThrow('passes Row-Level Security')
    await expect(assertRowSecurity(database.appUrl)).resolves.toBeUndefined()
    const owner = new Client({ connectionString: database.ownerUrl })
    await owner.connect()
    await owner.query('ALTER TABLE ticket OWNER TO segue_app')
    await owner.end()
    await expect(assertRowSecurity(database.appUrl)).rejects.toThrow('owns the tables')
  } finally {
    await database.drop()
  }
})

const ROLE = { name: 'segue_app', password: null }
const REFUSAL = 'unsupported startup parameter: options'

/** A pooler before a database: it refuses the options of a session, or does not pass them on. */
async function startPooler(url: string, how: 'refuses' | 'drops') {
  const { hostname, port } = new URL(url)
  const refusal = Buffer.from(`SFATAL\0C08P01\0M${REFUSAL}\0\0`)
  const server = createServer((downstream) => {
    const upstream = connect(Number(port), hostname)
    for (const [one, other] of [
      [downstream, upstream],
      [upstream, downstream],
    ] as const)
      one.on('error', () => undefined).on('close', () => other.destroy())
    downstream.once('data', (startup: Buffer) => {
      if (how === 'refuses') {
        const head = Buffer.alloc(5)
        head.write('E')
        head.writeInt32BE(refusal.length + 4, 1)
        return downstream.end(Buffer.concat([head, refusal]))
      }
      const kept = Buffer.from(
        startup
          .subarray(4)
          .toString('latin1')
          .replace(/options\0[^\0]*\0/, ''),
        'latin1',
      )
      const length = Buffer.alloc(4)
      length.writeInt32BE(kept.length + 4)
      upstream.write(Buffer.concat([length, kept]))
      downstream.pipe(upstream).pipe(downstream)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.port = String((server.address() as { port: number }).port)
  return { url: through.href, stop: () => new Promise((resolve) => server.close(resolve)) }
}

it.each(['refuses', 'drops'] as const)(
  'a migration through a pooler that %s the options of a session says which setting is missing, and locks nothing',
  async (how) => {
    const database = await copyDatabase()
    const pooler = await startPooler(database.ownerUrl, how)
    try {
      await expect(migrateDatabase(pooler.url, ROLE, [])).rejects.toThrow('Set DATABASE_DIRECT_URL')
      await migrateDatabase(database.ownerUrl, ROLE, [])
    } finally {
      await pooler.stop()
      await database.drop()
    }
  },
)

it('an address with options of its own is not taken for a pooler', async () => {
  const database = await copyDatabase()
  try {
    const url = new URL(database.ownerUrl)
    url.searchParams.set('options', '-c work_mem=8MB')
    await migrateDatabase(url.href, ROLE, [])
  } finally {
    await database.drop()
  }
})

it('a migration that waits for another one says for which session', async () => {
  const database = await copyDatabase()
  const other = new Client({ connectionString: database.ownerUrl, application_name: 'of another node' })
  await other.connect()
  try {
    await other.query('SELECT pg_advisory_lock(7337001)')
    const warn = vi.fn()
    const migrated = migrateDatabase(database.ownerUrl, ROLE, [], { log: { warn } })
    await vi.waitFor(() => expect(warn).toHaveBeenCalled(), { timeout: 60_000 })
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { session: expect.objectContaining({ name: 'of another node', state: 'idle' }) },
      'another process migrates this database; this one waits for it',
    )
    await other.query('SELECT pg_advisory_unlock(7337001)')
    await migrated
  } finally {
    await other.end()
    await database.drop()
  }
})

it('a role that may not make the serving role is named, with what to do', async () => {
  const admin = new Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `plain_${randomUUID().replaceAll('-', '')}`
  try {
    await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD 'plain'`)
    await admin.query(`CREATE DATABASE ${name} OWNER ${name}`)
    const url = new URL(`/${name}`, inject('postgresUrl'))
    url.username = name
    url.password = 'plain'
    const migrated = migrateDatabase(url.href, { name: `${name}_app`, password: 'secret' }, [])
    await expect(migrated).rejects.toThrow('or make a plain role and name it in DATABASE_APP_URL')
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await admin.query(`DROP ROLE IF EXISTS ${name}`)
    await admin.end()
  }
})

it('what a superuser put into the same schema keeps no node from starting', async () => {
  const admin = new Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `owner_${randomUUID().replaceAll('-', '')}`
  const url = new URL(`/${name}`, inject('postgresUrl'))
  try {
    await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD 'plain'`)
    await admin.query(`CREATE DATABASE ${name} OWNER ${name}`)
    const inside = new Client({ connectionString: url.href })
    await inside.connect()
    await inside.query('CREATE FUNCTION of_an_extension() RETURNS integer LANGUAGE sql RETURN 1')
    await inside.query('REVOKE ALL ON FUNCTION of_an_extension() FROM PUBLIC')
    await inside.query('CREATE TABLE of_an_extension (n integer)')
    await inside.end()
    url.username = name
    url.password = 'plain'
    await migrateDatabase(url.href, ROLE, [])
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await admin.query(`DROP ROLE IF EXISTS ${name}`)
    await admin.end()
  }
})
