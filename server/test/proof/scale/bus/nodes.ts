import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/cli/open-database.ts'
import { readConfig } from '#server/platform/config.ts'
import { type Server, startServer } from '#server/serve.ts'

/** So long that a machine under load refuses nothing. */
const databaseWaits = { connectMs: 60_000, lockMs: 60_000, statementMs: 60_000, silentMs: 60_000 }

export type Nodes = { servers: Server[]; ownerUrl: string; stop(): Promise<void> }

/** Nodes on one built-in database, each with a data folder of its own; `envs` are the settings in which they differ. */
export async function startNodes(envs: readonly Record<string, string>[]): Promise<Nodes> {
  const folders: string[] = []
  const servers: Server[] = []
  const stop = async () => {
    // The first one has the database.
    for (const server of servers.toReversed()) await server.stop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  let ownerUrl = ''
  try {
    for (const given of envs) {
      const folder = await mkdtemp(join(tmpdir(), 'segue-node-'))
      folders.push(folder)
      const config = readConfig({
        PORT: '0',
        DATA_DIR: folder,
        DEMO: 'false',
        LOG_LEVEL: 'silent',
        RATE_FACTOR: '100000',
        MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        AI_ORIGIN: 'http://127.0.0.1:1',
        DNS_SERVERS: '127.0.0.1:1',
        ...(ownerUrl ? { DATABASE_URL: ownerUrl } : {}),
        ...given,
      })
      servers.push(await startServer(config, { databaseWaits }))
      if (!ownerUrl) ownerUrl = (await openDatabase(config)).url
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { servers, ownerUrl, stop }
}
