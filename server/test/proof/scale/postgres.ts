import { chownSync } from 'node:fs'
import { realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { processesIn, signalProcesses } from '#server/platform/db/processes.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { freePort } from '#test/proof/server-process.ts'
import { ACCOUNT, endProgram, ownFolder, programOf, runProgram, startProgram, untilOpen } from './programs.ts'

export const SUPERUSER = { name: 'postgres', password: 'of-the-superuser' }
/** Of the role that owns the product's database. */
const OWNER = { name: 'segue_owner', password: 'of-the-owner' }

/** A PostgreSQL server of Debian's package. */
export type DatabaseServer = {
  port: number
  folder: string
  /** The product's database, as the role that owns it. */
  ownerUrl: string
  /** The same as a superuser. */
  adminUrl: string
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>
  stop(): Promise<void>
}

const NEAR = '127.0.0.1'
export const addressOf = (port: number, role = OWNER): string =>
  `postgres://${role.name}:${role.password}@${NEAR}:${port}/segue`

export const adminOf = (port: number): string => addressOf(port, SUPERUSER)

/** The role that owns the product's database, and that database. */
export async function makeProductDatabase(port: number): Promise<void> {
  const admin = adminOf(port).replace(/segue$/, 'postgres')
  await queryAsOwner(admin, `CREATE ROLE ${OWNER.name} LOGIN CREATEROLE PASSWORD '${OWNER.password}'`)
  await queryAsOwner(admin, `CREATE DATABASE segue OWNER ${OWNER.name}`)
}

async function launch(folder: string, port: number, settings: Record<string, string>): Promise<DatabaseServer> {
  const all = { port: String(port), listen_addresses: NEAR, unix_socket_directories: '', ...settings }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const started = startProgram(programOf('postgres', 'postgresql-15'), ['-D', folder, ...args])
  await untilOpen(started, port)
  const adminUrl = adminOf(port)
  await untilAnswered(adminUrl.replace(/segue$/, 'postgres'))
  return {
    port,
    folder,
    ownerUrl: addressOf(port),
    adminUrl,
    signal: async (signal) => signalProcesses(processesIn(await realpath(folder)), signal),
    stop: async () => {
      signalProcesses(processesIn(folder), 'SIGCONT')
      await endProgram(started.child, 'SIGINT')
    },
  }
}

async function untilAnswered(url: string): Promise<void> {
  const until = Date.now() + 30_000
  for (;;) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** Room for replay and for sessions; the disk is waited for as in service. */
const SETTINGS = { max_connections: '200', shared_buffers: '64MB', wal_keep_size: '256MB', max_wal_size: '512MB' }

/** A primary with an empty database of the product. */
export async function startPrimary(within: string, settings: Record<string, string> = {}): Promise<DatabaseServer> {
  const folder = await ownFolder('primary', within)
  const secret = join(within, 'superuser')
  await writeFile(secret, SUPERUSER.password)
  if (ACCOUNT) chownSync(secret, ACCOUNT.uid, ACCOUNT.gid)
  const options = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${secret}`, '--encoding=UTF8', '--no-sync']
  await runProgram(programOf('initdb', 'postgresql-15'), ['-D', folder, ...options])
  const server = await launch(folder, await freePort(), { ...SETTINGS, ...settings })
  await makeProductDatabase(server.port)
  return server
}

/** A standby that follows a primary by its stream. */
export async function startStandby(of: DatabaseServer, within: string, name = 'standby'): Promise<DatabaseServer> {
  const folder = await ownFolder(name, within)
  const from = ['-h', NEAR, '-p', String(of.port), '-U', 'postgres', '-D', folder, '-R', '-X', 'stream', '-c', 'fast']
  await runProgram(programOf('pg_basebackup', 'postgresql-15'), from, { PGPASSWORD: SUPERUSER.password })
  return launch(folder, await freePort(), { ...SETTINGS, synchronous_standby_names: '' })
}

/** The same server again, after all its processes ended: on its folder and its port. */
export const startAgain = ({ folder, port }: DatabaseServer): Promise<DatabaseServer> =>
  launch(folder, port, { ...SETTINGS, synchronous_standby_names: '' })

/** Makes a standby the primary; resolves when it takes changes. */
export async function promote({ adminUrl }: DatabaseServer): Promise<void> {
  const [row] = await queryAsOwner<{ done: boolean }>(adminUrl, 'SELECT pg_promote(true, 30) AS done')
  if (!row?.done) throw new Error('The standby was not promoted.')
}

export const isPrimary = async ({ adminUrl }: Pick<DatabaseServer, 'adminUrl'>): Promise<boolean> => {
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 800, query_timeout: 800 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ is: boolean }>('SELECT NOT pg_is_in_recovery() AS is')
    return rows[0]?.is ?? false
  } catch {
    return false
  } finally {
    client.end().catch(() => undefined)
  }
}
