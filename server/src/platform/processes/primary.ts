import cluster from 'node:cluster'
import type { Config } from '#server/platform/config.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { createLog } from '#server/platform/log.ts'
import { divideConnections } from './connections.ts'
import { STOPPING } from './end-signal.ts'
import { PROCESS_NAME } from './messages.ts'
import { type ProcessRole, superviseProcesses } from './supervisor.ts'

export type PrimaryOptions = {
  /** The program that each process runs: the product, which reads its settings from the environment. */
  program: string
  signal: AbortSignal
  print(text: string): void
}

/**
 * Runs WEB_PROCESSES web processes on one port and, with ROLE=all, a worker process until the signal. This process serves nothing: it
 * opens the port for the others, and owns the built-in PostgreSQL. The first web process migrates and creates the demo.
 */
export async function runProcesses(config: Config, { program, signal, print }: PrimaryOptions): Promise<void> {
  const log = createLog(config.logLevel)
  const processes = rolesOf(config)
  const { pool, maxConnections } = divideConnections(processes.length, config.databasePool)
  const settings = { max_connections: String(maxConnections) }
  const { dataDir } = config
  const database = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir, log: (line) => log.debug(line), settings, signal })
  // Each process accepts from the one socket. Where the primary accepts and passes connections on, one that is on its way to a process
  // that is killed stays open, and its client waits for a reply that never comes.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // After the policy, which this call fixes.
  cluster.setupPrimary({ exec: program, args: [] })
  let wasReady = false
  signal.addEventListener('abort', () => wasReady && print(STOPPING))
  try {
    await superviseProcesses({
      processes,
      fork: (role, baseUrl) =>
        cluster.fork({
          [PROCESS_NAME]: role.name,
          WEB_PROCESSES: '1',
          ROLE: role.role,
          ...(database ? { DATABASE_URL: database.url, DATABASE_POOL: String(pool) } : {}),
          // From here on the demo is there.
          ...(baseUrl ? { BASE_URL: baseUrl, DEMO: 'false' } : {}),
        }),
      announce: (text) => {
        wasReady = true
        print(text)
      },
      log,
      signal,
    })
    if (!wasReady) signal.throwIfAborted()
  } finally {
    await database?.stop()
  }
}

function rolesOf({ role, webProcesses }: Config): ProcessRole[] {
  const web = Array.from({ length: webProcesses }, (_, n) => ({ name: `web ${n + 1}`, role: 'web' }) as const)
  return role === 'all' ? [...web, { name: 'worker', role: 'worker' }] : web
}
