import type { Harness } from '#test/harness.ts'
import { freePort, type ServerProcess, startProcess } from './server-process.ts'

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname
const PRELOAD = new URL('./kill-at-statement.ts', import.meta.url).href

/** A server of its own on the test's database, which kills itself at a statement (kill-at-statement.ts); `null`: it does not. */
export async function startKilledAt(
  { database, platform }: Harness,
  statement: string | null,
  env: Record<string, string>,
): Promise<ServerProcess> {
  const given = {
    PORT: String(await freePort()),
    DATA_DIR: platform.config.dataDir,
    DATABASE_URL: database.ownerUrl,
    DATABASE_APP_URL: database.appUrl,
    MASTER_KEY: platform.masterKey.export().toString('base64'),
    DEMO: 'false',
    LOG_LEVEL: 'error',
    RATE_FACTOR: '1000',
    KILL_AT_STATEMENT: statement ?? '',
    ...env,
  }
  return startProcess(given, MAIN, { program: process.execPath, args: ['--import', PRELOAD] })
}
