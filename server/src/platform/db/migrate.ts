import { setTimeout as sleep } from 'node:timers/promises'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { ConfigError } from '#server/platform/config.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import { prepareQueues } from '#server/platform/jobs/queue.ts'
import { applyMigrations } from './apply-migrations.ts'
import { assertKnownSchema } from './development-schema.ts'
import { assertFits, noteNarrowed, readSchemaSteps } from './schema-steps.ts'
import { scramSecret } from './scram-secret.ts'

export const MIGRATIONS = new URL('../../../migrations', import.meta.url).pathname
/** Advisory lock: two nodes that start at once migrate one after the other. */
const MIGRATION_LOCK = 7_337_001
const LOCK_PAUSE_MS = 100

/** The serving role. Without a password the operator created it, and it only gets its rights. */
export type AppRole = { name: string; password: string | null }

/**
 * Migrates the database to this version: tables, functions, queues, and the serving role, which owns nothing and cannot bypass
 * row-level security. Runs as the owner. Idempotent; the next run completes an interrupted one. Throws DevelopmentSchemaError for
 * a database of a development version, ConfigError where `keyFingerprint` is not that of the master key the database was begun with, and
 * where this version and the database, or this version and nodes that run, do not fit together (schema-steps.ts).
 */
export async function migrateDatabase(
  ownerUrl: string,
  role: AppRole,
  jobs: readonly Job<never>[],
  keyFingerprint: string | null = null,
): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'segue-migrate' })
  await client.connect()
  try {
    await lockMigration(client)
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

/** Asked for again and again: a statement that waits keeps an index from being built CONCURRENTLY. */
async function lockMigration(client: Client): Promise<void> {
  const ask = () =>
    client.query<{ isLocked: boolean }>('SELECT pg_try_advisory_lock($1) AS "isLocked"', [MIGRATION_LOCK])
  while (!(await ask()).rows[0]?.isLocked) await sleep(LOCK_PAUSE_MS)
}

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

/** Grants the serving role rights on rows but not on the structure; append-only tables can be inserted into and read. */
async function grantServing(client: Client, role: AppRole): Promise<void> {
  const name = escapeIdentifier(role.name)
  if (role.password !== null) await makeRole(client, name, role.name, role.password)
  await client.query(`
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    GRANT USAGE ON SCHEMA public, auth, pgboss, migration TO ${name};
    GRANT SELECT ON migration.least_schema TO ${name};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, auth, pgboss TO ${name};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public, auth, pgboss TO ${name};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public, pgboss TO ${name};
    REVOKE UPDATE, DELETE ON public.activity_log FROM ${name};
    REVOKE SELECT, UPDATE, DELETE ON auth.audit_log FROM ${name};
  `)
}

async function makeRole(client: Client, quoted: string, name: string, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name])
  await client.query(
    `${rowCount ? 'ALTER' : 'CREATE'} ROLE ${quoted} LOGIN PASSWORD ${escapeLiteral(scramSecret(password))}`,
  )
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
