import { setTimeout as sleep } from 'node:timers/promises'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { ConfigError } from '#server/platform/config.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import { prepareQueues } from '#server/platform/jobs/queue.ts'
import type { Log } from '#server/platform/log.ts'
import { applyMigrations } from './apply-migrations.ts'
import { sqlState } from './database-errors.ts'
import { assertKnownSchema } from './development-schema.ts'
import { assertFits, noteNarrowed, readSchemaSteps } from './schema-steps.ts'
import { scramSecret } from './scram-secret.ts'

export const MIGRATIONS = new URL('../../../migrations', import.meta.url).pathname
/** Advisory lock: two nodes that start at once migrate one after the other. */
const MIGRATION_LOCK = 7_337_001
const LOCK_PAUSE_MS = 100
/** After so long it is said who is waited for. */
const LONG_MS = 5000

const POOLED =
  'The database is reached through a pooler, which keeps nothing of a session: migrations and what listens need PostgreSQL itself. Set DATABASE_DIRECT_URL to its own address.'

/** The serving role. Without a password the operator created it, and it only gets its rights. */
export type AppRole = { name: string; password: string | null }

/**
 * Migrates the database to this version: tables, functions, queues, and the serving role, which owns nothing and cannot bypass
 * row-level security. Runs as the owner. Idempotent; the next run completes an interrupted one. Throws DevelopmentSchemaError for
 * a database of a development version, ConfigError where a pooler is between, where `keyFingerprint` is not that of the master key the database was begun with, and
 * where this version and the database, or this version and nodes that run, do not fit together (schema-steps.ts).
 */
export async function migrateDatabase(
  ownerUrl: string,
  role: AppRole,
  jobs: readonly Job<never>[],
  { keyFingerprint = null, log }: { keyFingerprint?: string | null; log?: Pick<Log, 'warn'> } = {},
): Promise<void> {
  const client = await connectDirectly(ownerUrl)
  try {
    await lockMigration(client, log)
    await assertKnownSchema(client, MIGRATIONS)
    if (keyFingerprint !== null) await assertSameKey(client, keyFingerprint)
    const steps = await readSchemaSteps(MIGRATIONS)
    await assertFits(client, steps)
    await applyMigrations(client, MIGRATIONS)
    await noteNarrowed(client, steps)
    await prepareQueues(ownerUrl, jobs)
    await grantServing(client, role)
  } finally {
    await client.end()
  }
}

/**
 * Refuses a pooler before anything is locked: the lock would stay with a session of the pooler, and keep every node from starting. A pooler refuses
 * the option that is given here beside those of the address, or does not pass it on.
 */
async function connectDirectly(ownerUrl: string): Promise<Client> {
  const address = new URL(ownerUrl)
  const options = `${address.searchParams.get('options') ?? ''} -c segue.session=direct`.trim()
  address.searchParams.set('options', options)
  const client = new Client({ connectionString: address.href, application_name: 'segue-migrate' })
  try {
    await client.connect()
    const { rows } = await client.query(`SELECT current_setting('segue.session', true) AS given`)
    if (rows[0]?.given === 'direct') return client
  } catch (error) {
    if (!/unsupported startup parameter/.test(String(error))) {
      await client.end().catch(() => undefined)
      throw error
    }
  }
  await client.end().catch(() => undefined)
  throw new ConfigError(POOLED)
}

/** Asked for again and again: a statement that waits keeps an index from being built CONCURRENTLY. */
async function lockMigration(client: Client, log: Pick<Log, 'warn'> | undefined): Promise<void> {
  const ask = () =>
    client.query<{ isLocked: boolean }>('SELECT pg_try_advisory_lock($1) AS "isLocked"', [MIGRATION_LOCK])
  const longAt = performance.now() + LONG_MS
  let hasSaid = false
  while (!(await ask()).rows[0]?.isLocked) {
    if (!hasSaid && performance.now() > longAt) {
      log?.warn({ session: await holderOf(client) }, 'another process migrates this database; this one waits for it')
      hasSaid = true
    }
    await sleep(LOCK_PAUSE_MS)
  }
}

/** Which session of PostgreSQL migrates, for whoever has to end it by hand. */
async function holderOf(client: Client): Promise<object | undefined> {
  const { rows } = await client.query(
    `SELECT a.pid, a.application_name AS name, a.client_addr AS address, a.state, a.backend_start AS since
     FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.objid = $1 AND l.granted AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [MIGRATION_LOCK],
  )
  return rows[0]
}

/** "permission denied", also for CREATE ROLE. */
const NOT_ALLOWED = '42501'

const INSTALLATION = `
  CREATE TABLE IF NOT EXISTS migration.installation
    (is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one), key_fingerprint text NOT NULL)`

/** Before anything is changed: with another key a node would give the serving role another password, and read no stored secret. */
async function assertSameKey(client: Client, fingerprint: string): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS migration')
  await client.query(INSTALLATION)
  await client.query('INSERT INTO migration.installation (key_fingerprint) VALUES ($1) ON CONFLICT DO NOTHING', [
    fingerprint,
  ])
  const { rows } = await client.query<{ known: string }>('SELECT key_fingerprint AS known FROM migration.installation')
  if (rows[0]?.known === fingerprint) return
  throw new ConfigError(
    'This database was begun with another master key, which all of its nodes share. Set MASTER_KEY to that one, or put its master.key into DATA_DIR. ' +
      'Where it is lost, `npm run segue -- master-key:accept` takes the present one: everybody signs in again, and stored secrets must be entered again.',
  )
}

/** Lets the database belong to another master key from now on. */
export async function acceptKey(ownerUrl: string, fingerprint: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'segue-migrate' })
  await client.connect()
  try {
    await client.query('UPDATE migration.installation SET key_fingerprint = $1', [fingerprint])
  } finally {
    await client.end()
  }
}

const SCHEMAS = `ARRAY['public', 'auth', 'pgboss']::regnamespace[]`
/** A grant for each kind of object that the owner has in the schemas. */
const OWN_OBJECTS = `
  SELECT format('GRANT %s %s TO %I', what, string_agg(name, ', '), $1::text) AS grants FROM (
    SELECT CASE relkind WHEN 'S' THEN 'USAGE ON SEQUENCE' ELSE 'SELECT, INSERT, UPDATE, DELETE ON TABLE' END AS what,
      oid::regclass::text AS name
    FROM pg_class
    WHERE relnamespace = ANY (${SCHEMAS}) AND relkind IN ('r', 'p', 'v', 'm', 'S') AND pg_has_role(relowner, 'USAGE')
    UNION ALL
    SELECT 'EXECUTE ON ROUTINE', oid::regprocedure::text FROM pg_proc
    WHERE pronamespace = ANY (${SCHEMAS}) AND pg_has_role(proowner, 'USAGE')
  ) own GROUP BY what`

/**
 * Grants the serving role rights on rows but not on the structure; append-only tables can be inserted into and read. What an operator's extension put
 * into the same schemas is left as it is: the owner may not grant it.
 */
async function grantServing(client: Client, role: AppRole): Promise<void> {
  const name = escapeIdentifier(role.name)
  if (role.password !== null) await makeRole(client, name, role.name, role.password)
  const { rows } = await client.query<{ grants: string }>(OWN_OBJECTS, [role.name])
  await client.query(`
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    GRANT USAGE ON SCHEMA public, auth, pgboss, migration TO ${name};
    GRANT SELECT ON migration.least_schema TO ${name};
    ${rows.map(({ grants }) => grants).join(';')};
    REVOKE UPDATE, DELETE ON public.activity_log FROM ${name};
    REVOKE SELECT, UPDATE, DELETE ON auth.audit_log FROM ${name};
  `)
}

async function makeRole(client: Client, quoted: string, name: string, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name])
  await client
    .query(`${rowCount ? 'ALTER' : 'CREATE'} ROLE ${quoted} LOGIN PASSWORD ${escapeLiteral(scramSecret(password))}`)
    .catch((error: unknown) => {
      if (sqlState(error) !== NOT_ALLOWED) throw error
      const remedy = rowCount
        ? `GRANT ${name} TO … WITH ADMIN OPTION for the role of DATABASE_URL`
        : 'ALTER ROLE … CREATEROLE for the role of DATABASE_URL'
      throw new ConfigError(
        `The role of DATABASE_URL may not ${rowCount ? 'change' : 'make'} the role ${name}, as which the server works. As a superuser: ${remedy}, or make a plain role and name it in DATABASE_APP_URL.`,
      )
    })
}

/**
 * Refuses to serve as a role that bypasses row-level security: by SUPERUSER or BYPASSRLS, or because it owns the tables.
 */
export async function assertRowSecurity(appUrl: string): Promise<void> {
  const client = new Client({ connectionString: appUrl, application_name: 'segue-check' })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; passes: boolean; owns: boolean }>(`
      SELECT current_user AS name, rolsuper OR rolbypassrls AS passes,
        EXISTS (SELECT 1 FROM pg_class WHERE relowner = r.oid AND relkind IN ('r', 'p')
                AND relnamespace IN ('public'::regnamespace, 'auth'::regnamespace)) AS owns
      FROM pg_roles r WHERE rolname = current_user`)
    const role = rows[0]
    if (!role?.passes && !role?.owns) return
    const why = role.passes ? 'passes Row-Level Security (SUPERUSER or BYPASSRLS)' : 'owns the tables'
    throw new Error(
      `Segue must not work as the database role ${role.name}: it ${why}, so businesses would not be kept apart. ` +
        'Name a plain role in DATABASE_APP_URL.',
    )
  } finally {
    await client.end()
  }
}
