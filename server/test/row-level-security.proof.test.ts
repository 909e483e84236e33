import { Client, type Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '#server/domains.ts'
import { type Harness, startHarness } from './harness.ts'
import { queryAsOwner } from './owner-query.ts'
import { hashRows, tenantTables } from './proof/canaries.ts'
import { closeIsolation, orderByEffect, probeRoute, setUpIsolation } from './proof/isolation-matrix.ts'
import { asServing, attempt, DENIED } from './proof/serving-role.ts'

let h: Harness
let setup: Awaited<ReturnType<typeof setUpIsolation>>
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
  setup = await setUpIsolation(h)
})
afterAll(async () => {
  await closeIsolation(setup)
  await h.stop()
})

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await setup.database.query<Row>(text, values)).rows

const APPEND_ONLY = ['activity_log']

describe('Row-Level Security without the filters of the code', () => {
  it('shows tenant A all of its rows and no others, in every table', async () => {
    const a = setup.a.tenant.id
    for (const { table, key } of await tenantTables(setup.database)) {
      const [expected] = await query<{ n: number }>(`SELECT count(*)::int AS n FROM "${table}" WHERE "${key}" = $1`, [
        a,
      ])
      const rows = await asServing(
        h.database,
        a,
        async (client) => (await client.query(`SELECT * FROM "${table}"`)).rows,
      )
      expect(
        rows.map((row) => row[key]).filter((id) => id !== a),
        table,
      ).toEqual([])
      expect(rows.length, table).toBe(expected?.n)
      expect(rows.length, table).toBeGreaterThan(0)
    }
  })

  it('shows and changes nothing where no tenant is set', async () => {
    for (const { table, key } of await tenantTables(setup.database)) {
      await asServing(h.database, null, async (client) => {
        expect((await client.query(`SELECT 1 FROM "${table}"`)).rowCount, table).toBe(0)
        for (const change of [`UPDATE "${table}" SET "${key}" = "${key}"`, `DELETE FROM "${table}"`]) {
          expect([0, DENIED], `${change} ${table}`).toContain(await attempt(client, change))
        }
      })
    }
  })

  it('limits updates and deletes without a filter to the tenant’s rows', async () => {
    const a = setup.a.tenant.id
    const before = await hashRows(setup.database, setup.b.tenant.id)
    for (const { table, key } of await tenantTables(setup.database)) {
      const [expected] = await query<{ n: number }>(`SELECT count(*)::int AS n FROM "${table}" WHERE "${key}" = $1`, [
        a,
      ])
      await withCommit(a, async (client) => {
        const updated = await attempt(client, `UPDATE "${table}" SET "${key}" = "${key}"`)
        expect(updated, table).toBe(APPEND_ONLY.includes(table) ? DENIED : expected?.n)
      })
    }
    // Deleting is rolled back for A, since the other tests need its rows; B is read inside the same transaction.
    await asServing(h.database, a, async (client) => {
      for (const { table } of await tenantTables(setup.database)) await attempt(client, `DELETE FROM "${table}"`)
      await client.query("SELECT set_config('app.tenant_id', $1, true)", [setup.b.tenant.id])
      expect(await hashRows(client as unknown as Pool, setup.b.tenant.id)).toBe(before)
    })
    expect(await hashRows(setup.database, setup.b.tenant.id)).toBe(before)
  })

  it('refuses to insert a row for another tenant, or to move a row to it', async () => {
    const [a, b] = [setup.a.tenant.id, setup.b.tenant.id]
    for (const { table, key } of await tenantTables(setup.database)) {
      const columns = (
        await query<{ name: string }>(
          `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
          [table],
        )
      ).map(({ name }) => `"${name}"`)
      const values = columns.map((column) => (column === `"${key}"` ? '$1::uuid' : column))
      await asServing(h.database, a, async (client) => {
        const copy = `INSERT INTO "${table}" (${columns.join(', ')}) SELECT ${values.join(', ')} FROM "${table}" LIMIT 1`
        expect(await attempt(client, copy, [b]), table).toBe(DENIED)
        expect(await attempt(client, `UPDATE "${table}" SET "${key}" = $1`, [b]), table).toBe(DENIED)
      })
    }
  })

  it('refuses a child row under another tenant’s parent row', async () => {
    const { a, b } = setup
    const insert = `INSERT INTO message (tenant_id, id, conversation_id, seq, changed_seq, author, body)
      VALUES ($1, gen_random_uuid(), $2, 999, 999, 'customer', 'x')`
    await asServing(h.database, a.tenant.id, async (client) => {
      expect(await attempt(client, insert, [a.tenant.id, b.ids.conversation])).toBe('23503')
      expect(await attempt(client, insert, [a.tenant.id, a.ids.conversation])).toBe(1)
    })
  })

  it('finds only the tenant’s tickets through the search function', async () => {
    const found = (tenantId: string | null) =>
      asServing(
        h.database,
        tenantId,
        async (client) => (await client.query("SELECT id FROM search_tickets('canary:*')")).rows,
      )
    const tenantRows = await query<{ id: string }>('SELECT id FROM ticket WHERE tenant_id = $1', [setup.a.tenant.id])
    const ids = (await found(setup.a.tenant.id)).map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(0)
    expect(tenantRows.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    expect(await found(null)).toEqual([])
  })

  it('compares a word only with the words of the tenant’s own tickets', async () => {
    const similar = (tenantId: string | null) =>
      asServing(
        h.database,
        tenantId,
        async (client) =>
          (await client.query("SELECT similar_word AS word FROM similar_words('{canarry}', '{canarry}')")).rows,
      )
    const { id } = setup.a.tenant
    const own = await query<{ word: string }>('SELECT word FROM ticket_vocabulary WHERE tenant_id = $1', [id])
    const words = (await similar(id)).map(({ word }) => word)
    expect(words.length).toBeGreaterThan(0)
    expect(own.map(({ word }) => word)).toEqual(expect.arrayContaining(words))
    expect(await similar(null)).toEqual([])
  })

  it('lets the serving role neither change nor delete entries of the activity and audit logs', async () => {
    await asServing(h.database, setup.a.tenant.id, async (client) => {
      for (const table of ['activity_log', 'auth.audit_log']) {
        expect(await attempt(client, `UPDATE ${table} SET action = 'x'`), table).toBe(DENIED)
        expect(await attempt(client, `DELETE FROM ${table}`), table).toBe(DENIED)
        expect(await attempt(client, `TRUNCATE ${table}`), table).toBe(DENIED)
      }
      expect(await attempt(client, 'SELECT * FROM auth.audit_log')).toBe(DENIED)
    })
  })
})

/** As `asServing`, but commits. */
async function withCommit(tenantId: string, run: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: h.database.appUrl })
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query("SELECT set_config('app.tenant_id', $1, true)", [tenantId])
    await run(client)
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}

describe('the code’s tenant filters with Row-Level Security off', () => {
  beforeAll(async () => {
    for (const { table } of await tenantTables(setup.database))
      await queryAsOwner(h.database.ownerUrl, `ALTER TABLE "${table}" DISABLE ROW LEVEL SECURITY`)
    const seen = await asServing(
      h.database,
      null,
      async (client) => (await client.query('SELECT 1 FROM ticket')).rowCount,
    )
    expect(seen, 'Row-Level Security is off').toBeGreaterThan(0)
  })

  const endpoints = orderByEffect(allRoutes.map((route) => route.endpoint))
  it.each(endpoints.map((one) => [`${one.method} ${one.path}`, one] as const))(
    '%s neither shows nor changes rows of another tenant',
    async (_, endpoint) => {
      expect(await probeRoute(setup, endpoint)).toEqual([])
    },
  )
})
