import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_ROLE } from './global-setup.ts'
import { type Harness, startHarness } from './harness.ts'
import { tenantTables } from './proof/canaries.ts'
import { asServing, attempt, DENIED } from './proof/serving-role.ts'

let h: Harness
let pool: Pool
beforeAll(async () => {
  h = await startHarness()
  pool = new Pool({ connectionString: h.database.ownerUrl, max: 1 })
})
afterAll(async () => {
  await pool.end()
  await h.stop()
})

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await pool.query<Row>(text, values)).rows

describe('the database catalogue', () => {
  const TENANT_POLICY = `tenant_id = ( SELECT (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid AS "nullif")`
  const isTenantPolicy = (text: string | null, key: string) =>
    text?.replace(/[()\s]/g, '') === TENANT_POLICY.replace('tenant_id', key).replace(/[()\s]/g, '')

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
    for (const { table, key } of await tenantTables(pool)) {
      expect(enabled.find((one) => one.table === table)?.on, `${table}: row level security`).toBe(true)
      const tablePolicies = policies.filter((one) => one.table === table)
      expect(tablePolicies.length, `${table}: one policy, since several add up`).toBe(1)
      expect(tablePolicies[0], table).toMatchObject({ cmd: 'ALL', kind: 'PERMISSIVE', roles: '{public}' })
      expect(isTenantPolicy(tablePolicies[0]?.qual ?? null, key), `${table} USING ${tablePolicies[0]?.qual}`).toBe(true)
      expect(
        isTenantPolicy(tablePolicies[0]?.check ?? null, key),
        `${table} WITH CHECK ${tablePolicies[0]?.check}`,
      ).toBe(true)
    }
    const tenantTableNames = (await tenantTables(pool)).map(({ table }) => table).sort()
    expect(enabled.map(({ table }) => table).sort(), 'a table of public without tenant_id').toEqual(tenantTableNames)
  })

  it('every key of a tenant table begins with the tenant', async () => {
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
      // The tenant's key is its id; its slug and domain are unique in the whole installation.
      if (table === 'tenant') continue
      expect(columns[0], `${table} ${name}`).toBe('tenant_id')
      if (kind === 'f') expect(targets[0], `${table} ${name}`).toBe(target === 'tenant' ? 'id' : 'tenant_id')
    }
  })

  it('no unique index spans tenants', async () => {
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
    const functions = await query<{ name: string; config: string[] | null }>(
      `SELECT proname AS name, proconfig AS config FROM pg_proc WHERE prosecdef AND pronamespace IN ('public'::regnamespace, 'auth'::regnamespace, 'pgboss'::regnamespace)`,
    )
    expect(functions.map(({ name }) => name).sort()).toEqual([
      'analyze_grown',
      'api_key_of',
      'audit_entries',
      'automation_events_due',
      'chat_figures',
      'claim_slug',
      'claim_webhook_deliveries',
      'delete_activity',
      'delete_ended_visits',
      'delete_old_alerts',
      'delete_old_deliveries',
      'delete_old_readers',
      'delete_old_rule_runs',
      'deleted_tenant_of',
      'domains_to_check',
      'due_digests',
      'due_reports',
      'empty_sent_mails',
      'ended_membership_of',
      'ended_support_of',
      'erase_activity',
      'failed_tenant_mails',
      'fold_tallies',
      'fold_ticket_view_tallies',
      'forget_push_of_session',
      'invitation_of',
      'is_customer_anywhere',
      'last_portal_of',
      'mailbox_states',
      'mailboxes_to_read',
      'memberships_of',
      'overdue_answers',
      'portal_by_domain',
      'portal_of',
      'pseudonymise_records',
      'search_articles',
      'search_customers',
      'search_faqs',
      'search_tickets',
      'similar_knowledge_words',
      'similar_words',
      'sla_checks_due',
      'stale_data_imports',
      'support_membership_of',
      'teams_with_waiting_tickets',
      'tenant_names',
      'tenant_overview',
      'tenants_between',
      'tenants_with_retention',
      'tenants_with_time_rules',
      'tickets_to_close',
      'tickets_to_escalate',
      'tickets_to_wake',
      'unanswered_mails',
      'unprocessed_documents',
      'unreviewed_knowledge',
      'unsent_files',
      'unsent_mail',
      'unsent_short_messages',
      'waiting_mails',
      'webhook_subscriptions',
    ])
    for (const { name, config } of functions) expect(config?.[0], name).toBe('search_path=pg_catalog, public')
  })

  it('the serving role owns nothing, is a member of no role and can create nothing', async () => {
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
    await asServing(h.database, crypto.randomUUID(), async (client) => {
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
