import { chownSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { queryAsOwner } from '#test/owner-query.ts'
import { freePort } from '#test/proof/server-process.ts'
import type { DatabaseServer } from './postgres.ts'
import { ACCOUNT, endProgram, ownFolder, programOf, startProgram, untilOpen } from './programs.ts'

const SHIPPED = new URL('../../../../ops/pgbouncer.ini', import.meta.url)
const PASSWORD = 'of-the-pooler'

/** What lets the pooler look up the secrets of roles, as docs/operations.md has it. */
const SECRETS = `
  CREATE ROLE pgbouncer LOGIN PASSWORD '${PASSWORD}';
  CREATE SCHEMA pgbouncer AUTHORIZATION postgres;
  CREATE FUNCTION pgbouncer.secret_of(name text) RETURNS TABLE (username text, secret text)
    LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
    AS 'SELECT usename::text, passwd FROM pg_shadow WHERE usename = name';
  REVOKE ALL ON FUNCTION pgbouncer.secret_of(text) FROM PUBLIC;
  GRANT USAGE ON SCHEMA pgbouncer TO pgbouncer;
  GRANT EXECUTE ON FUNCTION pgbouncer.secret_of(text) TO pgbouncer`

export type Pooler = { port: number; output(): string; kill(): Promise<void>; stop(): Promise<void> }

export const prepareForPooler = ({ adminUrl }: Pick<DatabaseServer, 'adminUrl'>) => queryAsOwner(adminUrl, SECRETS)

/** Starts PgBouncer with the shipped settings before the PostgreSQL at a port of this machine. */
export async function startPooler(databasePort: number, poolSize: number, wantedPort?: number): Promise<Pooler> {
  const folder = await ownFolder('pgbouncer')
  const port = wantedPort ?? (await freePort())
  const users = join(folder, 'userlist.txt')
  const replaced: [RegExp, string][] = [
    [/host=\S+ port=\d+/, `host=127.0.0.1 port=${databasePort}`],
    [/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1'],
    [/^listen_port = .*$/m, `listen_port = ${port}`],
    [/^auth_file = .*$/m, `auth_file = ${users}`],
    [/^default_pool_size = .*$/m, `default_pool_size = ${poolSize}`],
  ]
  const shipped = await readFile(SHIPPED, 'utf8')
  const settings = replaced.reduce((text, [pattern, by]) => {
    if (!pattern.test(text)) throw new Error(`ops/pgbouncer.ini has no ${pattern}`)
    return text.replace(pattern, by)
  }, shipped)
  const file = join(folder, 'pgbouncer.ini')
  for (const [path, text] of [
    [file, settings],
    [users, `"pgbouncer" "${PASSWORD}"\n`],
  ] as const) {
    await writeFile(path, text)
    if (ACCOUNT) chownSync(path, ACCOUNT.uid, ACCOUNT.gid)
  }
  const started = startProgram(programOf('pgbouncer', 'pgbouncer'), [file])
  await untilOpen(started, port)
  return {
    port,
    output: started.output,
    kill: () => endProgram(started.child, 'SIGKILL'),
    stop: () => endProgram(started.child, 'SIGINT'),
  }
}
