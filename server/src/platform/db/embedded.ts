import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { acquireFileLock, type DataLock } from './data-lock.ts'
import { type Account, accountFor } from './embedded-account.ts'
import { type Binaries, findBinaries } from './embedded-binaries.ts'
import {
  checkReachable,
  childOptions,
  createCluster,
  findCluster,
  resetPassword,
  superuserPassword,
} from './embedded-cluster.ts'
import { endLeftover } from './embedded-leftover.ts'
import { processesIn, signalProcesses } from './processes.ts'

export type EmbeddedPostgres = {
  /** The superuser's connection string: `postgres://postgres:<password>@127.0.0.1:<port>/segue`. */
  url: string
  /** Process id of the postmaster; it changes when PostgreSQL is restarted. */
  readonly pid: number
  /** Closes open connections, writes everything to disk and resolves when the process has ended. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** Folder for `pg` (the cluster, or a link to it) and `pg-password`. Created when missing. */
  dataDir: string
  /** Receives PostgreSQL's log, line by line. */
  log: (line: string) => void
  /** PostgreSQL settings (`work_mem: '8MB'`) over the built-in ones. */
  settings?: Record<string, string>
  /** Ends a start between its steps: it leaves no process and throws the signal's reason. */
  signal?: AbortSignal | undefined
}

/** The parameters of a start; they do not change for one EmbeddedPostgres. */
type Launch = { binaries: Binaries; cluster: string; account: Account; port: number; options: EmbeddedOptions }

/** `max_connections` where a start names no other. */
export const EMBEDDED_CONNECTIONS = 60

/** Settings for little memory and few processes: one product on one machine. Durability is not reduced. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: String(EMBEDDED_CONNECTIONS),
  shared_buffers: '32MB',
  maintenance_work_mem: '32MB',
  effective_cache_size: '512MB',
  // The most that is replayed after a crash: about two seconds.
  max_wal_size: '256MB',
  // There are no replicas and no base backups (backups are logical): less is written, and two processes fewer run.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // The default runs three I/O workers; data of this size is in the page cache.
  io_method: 'sync',
  autovacuum_max_workers: '2',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  random_page_cost: '1.1',
  huge_pages: 'off',
  log_checkpoints: 'off',
  log_line_prefix: '',
  log_timezone: 'UTC',
  timezone: 'UTC',
  lc_messages: 'C',
  cluster_name: 'segue',
}

const READY = 'database system is ready to accept connections'
const START_LIMIT_MS = 60_000

/**
 * Starts the built-in PostgreSQL on a data folder: creates the cluster at the first run, ends a server that a killed run left
 * there, and restarts PostgreSQL when it ends unexpectedly. As root it runs under an unprivileged account. Throws
 * DataFolderInUseError while another running Segue uses the cluster; other errors state what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  await mkdir(dataDir, { recursive: true })
  const existing = await findCluster(dataDir)
  const account = accountFor(existing ?? `${dataDir}/pg`)
  const binaries = await findBinaries(account)
  const { password, fresh } = await superuserPassword(dataDir)
  options.signal?.throwIfAborted()
  const cluster = existing ?? (await createCluster(dataDir, account, binaries, password).catch(unlessAborted(options)))
  options.signal?.throwIfAborted()
  // Locked before a leftover PostgreSQL is ended: a running Segue on this cluster, even by a copied link, must not lose its database.
  const lock = await acquireFileLock(`${cluster}.lock`)
  try {
    if (existing) await prepareExisting(cluster, account, options)
    if (existing && fresh) await resetPassword(cluster, account, binaries, password)
    const { launch, child } = await launchOnFreePort({ binaries, cluster, account, port: 0, options })
    const url = `postgres://postgres:${password}@127.0.0.1:${launch.port}/segue`
    await createDatabase(url).catch(async (error: unknown) => {
      await end(child, cluster)
      throw error
    })
    return watch(launch, child, { url, lock })
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Ctrl-C reaches a program that has not left the terminal's process group yet: then the stop is the reason that it failed. */
const unlessAborted =
  ({ signal }: EmbeddedOptions) =>
  (error: unknown): never => {
    signal?.throwIfAborted()
    throw error
  }

async function prepareExisting(cluster: string, account: Account, options: EmbeddedOptions): Promise<void> {
  checkReachable(cluster, account)
  await endLeftover(cluster, options.log)
}

/** Another process may bind a free port before PostgreSQL does: tries up to three ports. */
async function launchOnFreePort(options: Launch): Promise<{ launch: Launch; child: ChildProcess }> {
  for (let attempt = 1; ; attempt++) {
    const launch = { ...options, port: await freePort() }
    try {
      return { launch, child: await start(launch) }
    } catch (error) {
      if (attempt === 3 || !String(error).includes('could not create any TCP/IP sockets')) throw error
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.on('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Starts the postmaster and resolves when it accepts connections; rejects with the end of its log when it ends before. */
function start({ binaries, cluster, account, port, options }: Launch): Promise<ChildProcess> {
  const settings = { ...SETTINGS, ...options.settings, port: String(port) }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return new Promise((done, fail) => {
    // In a separate process group: Ctrl-C in the terminal must reach only Segue, which stops the database last.
    const child = spawn(binaries.postgres, ['-D', cluster, ...args], {
      ...childOptions(account),
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    })
    const lastLines: string[] = []
    const tooLate = setTimeout(() => child.kill('SIGQUIT'), START_LIMIT_MS)
    // The recovery after a crash may last longer than whoever stops the server waits.
    const interrupt = () => child.kill('SIGINT')
    options.signal?.addEventListener('abort', interrupt)
    const settle = () => {
      clearTimeout(tooLate)
      options.signal?.removeEventListener('abort', interrupt)
    }
    createInterface({ input: child.stderr }).on('line', (line) => {
      options.log(line)
      lastLines.push(line)
      if (lastLines.length > 8) lastLines.shift()
      if (!line.includes(READY)) return
      settle()
      done(child)
    })
    child.on('error', fail)
    child.on('close', (code) => {
      settle()
      const fault = new Error(`PostgreSQL did not start (code ${code}):\n${lastLines.join('\n')}`)
      fail(options.signal?.aborted ? options.signal.reason : fault)
    })
  })
}

/** Restarts the server on the same port whenever it ends before `stop` (out of memory, killed). */
function watch(launch: Launch, first: ChildProcess, { url, lock }: { url: string; lock: DataLock }): EmbeddedPostgres {
  let child = first
  let stopping = false
  let restarting: Promise<void> | null = null
  let unexpectedEnds: number[] = []

  const restart = async () => {
    while (!stopping) {
      unexpectedEnds = [...unexpectedEnds.filter((at) => at > Date.now() - 60_000), Date.now()]
      // It is never given up: a disk that is full, for example, has space again some time.
      await new Promise((resolve) => setTimeout(resolve, 300 * unexpectedEnds.length))
      try {
        await endLeftover(launch.cluster, launch.options.log)
        child = await start(launch)
        if (stopping) await end(child, launch.cluster)
        return follow()
      } catch (error) {
        launch.options.log(String(error))
      }
    }
  }
  const follow = () => {
    child.once('exit', (code, signal) => {
      if (stopping) return
      launch.options.log(`PostgreSQL ended unexpectedly (${signal ?? `code ${code}`}), starting it again`)
      restarting = restart()
    })
  }
  follow()
  return {
    url,
    get pid() {
      return child.pid ?? 0
    },
    stop: async () => {
      stopping = true
      await restarting
      await end(child, launch.cluster)
      await lock.release()
    },
  }
}

/** Fast shutdown; immediate shutdown when that takes longer than ten seconds; SIGKILL for processes that are frozen. */
async function end(child: ChildProcess, cluster: string): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const folder = await realpath(cluster)
  await new Promise<void>((done) => {
    const force = setTimeout(() => child.kill('SIGQUIT'), 10_000)
    const kill = setTimeout(() => {
      signalProcesses(new Set([...(child.pid ? [child.pid] : []), ...processesIn(folder)]), 'SIGKILL')
    }, 13_000)
    child.once('exit', () => {
      clearTimeout(force)
      clearTimeout(kill)
      done()
    })
    child.kill('SIGINT')
  })
}

/** Creates the database `segue` if it does not exist: at the first start, or after an interrupted first start. */
async function createDatabase(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url.replace(/segue$/, 'postgres') })
  await admin.connect()
  try {
    const { rowCount } = await admin.query("select 1 from pg_database where datname = 'segue'")
    if (rowCount === 0) await admin.query('create database segue')
  } finally {
    await admin.end()
  }
}
