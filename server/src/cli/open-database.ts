import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { domainParts } from '#server/domains.ts'
import { buildPlatform, type RunningPlatform } from '#server/platform/build.ts'
import type { Config } from '#server/platform/config.ts'
import { acquireDataLock, DataFolderInUseError } from '#server/platform/db/data-lock.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { findCluster, superuserPassword } from '#server/platform/db/embedded-cluster.ts'

/** A database that is open for the duration of a command. */
export type OpenDatabase = {
  /** Connects as the owner. */
  url: string
  /** Whether a server uses it at the same time. */
  isShared: boolean
  close(): Promise<void>
}

/**
 * Opens the database that `npm start` with these settings would use: the PostgreSQL of DATABASE_URL (past a pooler before it), the built-in one of a running
 * server, or otherwise the built-in one started for this command.
 */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  const given = config.databaseDirectUrl ?? config.databaseUrl
  if (given) return { url: given, isShared: true, close: async () => undefined }
  try {
    const lock = await acquireDataLock(config.dataDir)
    try {
      const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined })
      const close = () => postgres.stop().finally(() => lock.release())
      return { url: postgres.url, isShared: false, close }
    } catch (error) {
      await lock.release()
      throw error
    }
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error
    return { url: await runningUrl(config.dataDir), isShared: true, close: async () => undefined }
  }
}

const START_LIMIT_MS = 15_000

/** The address of the built-in database of a running server: PostgreSQL writes its port into the fourth line of its pid file. */
async function runningUrl(dataDir: string): Promise<string> {
  const { password } = await superuserPassword(dataDir)
  const until = Date.now() + START_LIMIT_MS
  for (;;) {
    const cluster = await findCluster(dataDir)
    const lines = cluster ? await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '') : ''
    const port = Number.parseInt(lines.split('\n')[3] ?? '', 10)
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/segue`
    if (port > 0 && (await canConnect(url))) return url
    if (Date.now() > until) throw new Error('A server runs on this data folder, but its database does not answer.')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The platform on that database, migrated to this version. It serves no requests and runs no jobs. */
export async function openPlatform(config: Config): Promise<RunningPlatform & { ownerUrl: string }> {
  const reached = await openDatabase(config)
  try {
    const databaseUrl = config.databaseUrl ?? reached.url
    const settings = { ...config, databaseUrl, databaseReadUrl: null, databasePool: 4, logLevel: 'warn' }
    const { platform, close } = await buildPlatform(settings, domainParts)
    return { platform, ownerUrl: reached.url, close: () => close().finally(reached.close) }
  } catch (error) {
    await reached.close()
    throw error
  }
}
