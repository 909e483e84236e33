import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { prepareQueues } from '#server/platform/jobs/boss.ts'
import type { Job } from '#server/platform/jobs/job.ts'

const MIGRATIONS = new URL('../../../migrations', import.meta.url).pathname
/** Two nodes that start at once migrate one after the other. */
const MIGRATION_LOCK = 7_337_001

export type AppRole = { name: string; password: string }

/**
 * Brings the database to this version: tables, doors, queues, and the serving role, which owns nothing and cannot pass Row-Level
 * Security. Runs as the owner. Harmless to repeat; a run that was cut is completed by the next.
 */
export async function migrateDatabase(
  ownerUrl: string,
  role: AppRole | null,
  jobs: readonly Job<never>[],
): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'segue-migrate' })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS, migrationsSchema: 'migration' })
    await prepareQueues(ownerUrl, jobs)
    if (role) await grantServing(client, role)
  } finally {
    await client.end()
  }
}

/** Lets the serving role work, and no more: rows yes, structure no; append-only tables can be added to and read. */
async function grantServing(client: Client, role: AppRole): Promise<void> {
  const name = escapeIdentifier(role.name)
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role.name])
  const verb = rowCount ? 'ALTER' : 'CREATE'
  await client.query(`${verb} ROLE ${name} LOGIN PASSWORD ${escapeLiteral(role.password)}`)
  const { rows } = await client.query<{ rolsuper: boolean; rolbypassrls: boolean }>(
    'SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = $1',
    [role.name],
  )
  if (rows[0]?.rolsuper || rows[0]?.rolbypassrls) {
    throw new Error(`The role ${role.name} passes Row-Level Security. Take SUPERUSER and BYPASSRLS from it.`)
  }
  await client.query(`
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    GRANT USAGE ON SCHEMA public, auth, pgboss TO ${name};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, auth, pgboss TO ${name};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public, auth, pgboss TO ${name};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public, pgboss TO ${name};
    REVOKE UPDATE, DELETE ON public.activity_log FROM ${name};
    REVOKE SELECT, UPDATE, DELETE ON auth.audit_log FROM ${name};
  `)
}
