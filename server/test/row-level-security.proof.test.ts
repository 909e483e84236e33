import { Client, type Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '#server/domains.ts'

import { TEST_ROLE } from './global-setup.ts'
import { type Harness, startHarness } from './harness.ts'
import { queryAsOwner } from './owner-query.ts'
import { hashRows, tenantTables } from './proof/canaries.ts'
import { closeIsolation, orderByEffect, probeRoute, setUpIsolation } from './proof/isolation-matrix.ts'

let h: Harness
let stage: Awaited<ReturnType<typeof setUpIsolation>>
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web' } })
  stage = await setUpIsolation(h)
})
afterAll(async () => {
  await closeIsolation(stage)
  await h.stop()
})

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await stage.database.query<Row>(text, values)).rows

/** A connection of the serving role inside a transaction that is rolled back, as business A unless another is named. */
async function asServing<T>(tenantId: string | null, run: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: h.database.appUrl })
  await client.connect()
  try {
    await client.query('BEGIN')
    if (tenantId) await client.query("SELECT set_config('app.tenant_id', $1, true)", [tenantId])
    return await run(client)
  } finally {
    await client.query('ROLLBACK')
    await client.end()
  }
}

/** A statement that may be refused without ending the transaction: the rows it touched, or the error's code. */
async function attempt(client: Client, text: string, values: unknown[] = []): Promise<number | string> {
  await client.query('SAVEPOINT here')
  try {
    return (await client.query(text, values)).rowCount ?? 0
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT here')
    return (error as { code: string }).code
  }
}

const APPEND_ONLY = ['activity_log']
const DENIED = '42501'

describe('Row-Level Security without the filters of the code', () => {
  it('shows business A every one of its rows and no other, table by table', async () => {
    const a = stage.a.tenant.id
    for (const { table, key } of await tenantTables(stage.database)) {
      const [own] = await query<{ n: number }>(`SELECT count(*)::int AS n FROM "${table}" WHERE "${key}" = $1`, [a])
      const rows = await asServing(a, async (client) => (await client.query(`SELECT * FROM "${table}"`)).rows)
      expect(
        rows.map((row) => row[key]).filter((id) => id !== a),
        table,
      ).toEqual([])
      expect(rows.length, table).toBe(own?.n)
      expect(rows.length, table).toBeGreaterThan(0)
    }
  })

  it('shows and changes nothing where no business is named', async () => {
    for (const { table, key } of await tenantTables(stage.database)) {
      await asServing(null, async (client) => {
        expect((await client.query(`SELECT 1 FROM "${table}"`)).rowCount, table).toBe(0)
        for (const change of [`UPDATE "${table}" SET "${key}" = "${key}"`, `DELETE FROM "${table}"`]) {
          expect([0, DENIED], `${change} ${table}`).toContain(await attempt(client, change))
        }
      })
    }
  })

  it('lets updates and deletes without a filter reach the own rows only', async () => {
    const a = stage.a.tenant.id
    const before = await hashRows(stage.database, stage.b.tenant.id)
    for (const { table, key } of await tenantTables(stage.database)) {
      const [own] = await query<{ n: number }>(`SELECT count(*)::int AS n FROM "${table}" WHERE "${key}" = $1`, [a])
      await withCommit(a, async (client) => {
        const updated = await attempt(client, `UPDATE "${table}" SET "${key}" = "${key}"`)
        expect(updated, table).toBe(APPEND_ONLY.includes(table) ? DENIED : own?.n)
      })
    }
    // Deleting is rolled back for A, since the other tests need its rows; B is looked at from inside the same transaction.
    await asServing(a, async (client) => {
      for (const { table } of await tenantTables(stage.database)) await attempt(client, `DELETE FROM "${table}"`)
      await client.query("SELECT set_config('app.tenant_id', $1, true)", [stage.b.tenant.id])
      expect(await hashRows(client as unknown as Pool, stage.b.tenant.id)).toBe(before)
    })
    expect(await hashRows(stage.database, stage.b.tenant.id)).toBe(before)
  })

  it('refuses to write a row for another business, or to give one away', async () => {
    const [a, b] = [stage.a.tenant.id, stage.b.tenant.id]
    for (const { table, key } of await tenantTables(stage.database)) {
      const columns = (
        await query<{ name: string }>(
          `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
          [table],
        )
      ).map(({ name }) => `"${name}"`)
      const values = columns.map((column) => (column === `"${key}"` ? '$1::uuid' : column))
      await asServing(a, async (client) => {
        const copy = `INSERT INTO "${table}" (${columns.join(', ')}) SELECT ${values.join(', ')} FROM "${table}" LIMIT 1`
        expect(await attempt(client, copy, [b]), table).toBe(DENIED)
        expect(await attempt(client, `UPDATE "${table}" SET "${key}" = $1`, [b]), table).toBe(DENIED)
      })
    }
  })

  it('refuses a child under another business’s parent', async () => {
    const { a, b } = stage
    const insert = `INSERT INTO message (tenant_id, id, conversation_id, seq, changed_seq, author, body)
      VALUES ($1, gen_random_uuid(), $2, 999, 999, 'customer', 'x')`
    await asServing(a.tenant.id, async (client) => {
      expect(await attempt(client, insert, [a.tenant.id, b.ids.conversation])).toBe('23503')
      expect(await attempt(client, insert, [a.tenant.id, a.ids.conversation])).toBe(1)
    })
  })

  it('finds only the own tickets through the search function', async () => {
    const found = (tenantId: string | null) =>
      asServing(tenantId, async (client) => (await client.query("SELECT id FROM search_tickets('canary:*', 100)")).rows)
    const own = await query<{ id: string }>('SELECT id FROM ticket WHERE tenant_id = $1', [stage.a.tenant.id])
    const ids = (await found(stage.a.tenant.id)).map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(0)
    expect(own.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    expect(await found(null)).toEqual([])
  })

  it('keeps what was done and audited as it was written', async () => {
    await asServing(stage.a.tenant.id, async (client) => {
      for (const table of ['activity_log', 'auth.audit_log']) {
        expect(await attempt(client, `UPDATE ${table} SET action = 'x'`), table).toBe(DENIED)
        expect(await attempt(client, `DELETE FROM ${table}`), table).toBe(DENIED)
        expect(await attempt(client, `TRUNCATE ${table}`), table).toBe(DENIED)
      }
      expect(await attempt(client, 'SELECT * FROM auth.audit_log')).toBe(DENIED)
    })
  })
})

/** As `asServing`, but what was done stays. */
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

describe('the catalogue', () => {
  const FENCED = `tenant_id = ( SELECT (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid AS "nullif")`
  const isFence = (text: string | null, key: string) =>
    text?.replace(/[()\s]/g, '') === FENCED.replace('tenant_id', key).replace(/[()\s]/g, '')

  it('every table of a tenant has one policy, for reading and writing', async () => {
    const policies = await query<{
      table: string
      qual: string
      check: string
      cmd: string
      kind: string
      roles: string
    }>(
      `SELECT tablename AS table, qual, with_check AS check, cmd, permissive AS kind, roles::text FROM pg_policies WHERE schemaname = 'public'`,
    )
    const enabled = await query<{ table: string; on: boolean }>(
      `SELECT relname AS table, relrowsecurity AS on FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
    )
    for (const { table, key } of await tenantTables(stage.database)) {
      expect(enabled.find((one) => one.table === table)?.on, `${table}: row level security`).toBe(true)
      const own = policies.filter((one) => one.table === table)
      expect(own.length, `${table}: one policy, since several add up`).toBe(1)
      expect(own[0], table).toMatchObject({ cmd: 'ALL', kind: 'PERMISSIVE', roles: '{public}' })
      expect(isFence(own[0]?.qual ?? null, key), `${table} USING ${own[0]?.qual}`).toBe(true)
      expect(isFence(own[0]?.check ?? null, key), `${table} WITH CHECK ${own[0]?.check}`).toBe(true)
    }
    const fenced = (await tenantTables(stage.database)).map(({ table }) => table).sort()
    expect(enabled.map(({ table }) => table).sort(), 'a table of public without tenant_id').toEqual(fenced)
  })

  it('begins every key of these tables with the business', async () => {
    const keys = await query<{
      table: string
      name: string
      kind: string
      columns: string[]
      target: string
      targets: string[]
    }>(`
      SELECT c.conrelid::regclass::text AS table, c.conname AS name, c.contype AS kind,
        ARRAY(SELECT a.attname::text FROM unnest(c.conkey) WITH ORDINALITY k(n, i) JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.n ORDER BY i) AS columns,
        c.confrelid::regclass::text AS target,
        ARRAY(SELECT a.attname::text FROM unnest(c.confkey) WITH ORDINALITY k(n, i) JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.n ORDER BY i) AS targets
      FROM pg_constraint c WHERE c.connamespace = 'public'::regnamespace AND c.contype IN ('p', 'u', 'f')`)
    expect(keys.length).toBeGreaterThan(20)
    for (const { table, name, kind, columns, target, targets } of keys) {
      // The business itself is named by its id; its slug and domain are unique over all.
      if (table === 'tenant') continue
      expect(columns[0], `${table} ${name}`).toBe('tenant_id')
      if (kind === 'f') expect(targets[0], `${table} ${name}`).toBe(target === 'tenant' ? 'id' : 'tenant_id')
    }
  })

  it('has no unique index that looks over all businesses', async () => {
    const rows = await query<{ name: string; first: string; table: string }>(`
      SELECT i.indexrelid::regclass::text AS name, i.indrelid::regclass::text AS table, a.attname AS first
      FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
      WHERE c.relnamespace = 'public'::regnamespace AND i.indisunique AND c.relname <> 'tenant'`)
    expect(rows.filter(({ first }) => first !== 'tenant_id')).toEqual([])
  })

  it('no view or materialized view bypasses Row-Level Security', async () => {
    const views = await query<{ name: string }>(`
      SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace IN ('public'::regnamespace, 'auth'::regnamespace) AND c.relkind IN ('v', 'm')
        AND NOT coalesce(c.reloptions::text[] @> ARRAY['security_invoker=true'], false)`)
    expect(views).toEqual([])
  })

  it('the SECURITY DEFINER functions are exactly those of this list, each with a pinned search path', async () => {
    const doors = await query<{ name: string; config: string[] | null }>(
      `SELECT proname AS name, proconfig AS config FROM pg_proc WHERE prosecdef AND pronamespace IN ('public'::regnamespace, 'auth'::regnamespace, 'pgboss'::regnamespace)`,
    )
    expect(doors.map(({ name }) => name).sort()).toEqual([
      'memberships_of',
      'overdue_answers',
      'portal_by_domain',
      'portal_of',
      'search_tickets',
      'tickets_to_close',
      'tickets_to_escalate',
      'unprocessed_documents',
      'unsent_files',
      'unsent_mail',
    ])
    for (const { name, config } of doors) expect(config, name).toEqual(['search_path=pg_catalog, public'])
  })

  it('lets the serving role own nothing, pass nothing and create nothing', async () => {
    const [role] = await query(
      'SELECT rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication FROM pg_roles WHERE rolname = $1',
      [TEST_ROLE.name],
    )
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
    })
    const owned = await query(
      `SELECT relname FROM pg_class WHERE pg_get_userbyid(relowner) = $1 UNION ALL SELECT proname FROM pg_proc WHERE pg_get_userbyid(proowner) = $1`,
      [TEST_ROLE.name],
    )
    expect(owned).toEqual([])
    const memberOf = await query('SELECT 1 FROM pg_auth_members WHERE member = $1::regrole', [TEST_ROLE.name])
    expect(memberOf).toEqual([])
    await asServing(stage.a.tenant.id, async (client) => {
      for (const statement of [
        'CREATE TABLE public.x (id int)',
        'ALTER TABLE ticket DISABLE ROW LEVEL SECURITY',
        'DROP POLICY own_tenant ON ticket',
        'SET ROLE postgres',
        'CREATE FUNCTION public.x() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
        'TRUNCATE ticket CASCADE',
      ])
        expect(await attempt(client, statement), statement).toBe(DENIED)
    })
  })
})

describe('the code’s filters alone, Row-Level Security off', () => {
  beforeAll(async () => {
    for (const { table } of await tenantTables(stage.database))
      await queryAsOwner(h.database.ownerUrl, `ALTER TABLE "${table}" DISABLE ROW LEVEL SECURITY`)
    const seen = await asServing(null, async (client) => (await client.query('SELECT 1 FROM ticket')).rowCount)
    expect(seen, 'the fence is down').toBeGreaterThan(0)
  })

  const endpoints = orderByEffect(allRoutes.map((route) => route.endpoint))
  it.each(endpoints.map((one) => [`${one.method} ${one.path}`, one] as const))(
    '%s keeps businesses apart by itself',
    async (_, endpoint) => {
      expect(await probeRoute(stage, endpoint)).toEqual([])
    },
  )
})
