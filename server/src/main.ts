import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  createDemo,
  DEMO_SIGN_INS_FILE,
  type DemoSignIn,
  hasAccounts,
  supportLinkOf,
  writeDemoSignIns,
} from './demo/create-demo.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { acquireDataLock, DataFolderInUseError } from './platform/db/data-lock.ts'
import { DevelopmentSchemaError } from './platform/db/development-schema.ts'
import type { Platform } from './platform/platform.ts'
import { endSignal, type Startup, startServer } from './serve.ts'

/**
 * `npm start`: one process with everything, until Ctrl-C. A server that cannot start prints one sentence about the reason. A signal
 * to end, also during the start, leaves no process behind.
 */
async function main(): Promise<void> {
  const ending = endSignal()
  const config = readConfig(process.env)
  const lock = config.databaseUrl ? null : await acquireDataLock(config.dataDir)
  try {
    const server = await startServer(config, {}, { signal: ending, ...demoOf(config) })
    if (!ending.aborted) await once(ending, 'abort')
    print('\nStopping: finishing open requests and closing the database …')
    await server.stop()
  } catch (error) {
    if (error !== ending.reason) throw error
    print('\nStopped before it was ready.')
  } finally {
    await lock?.release()
  }
}

/** At the first start the demo businesses are created before a request is accepted, and their links printed before it is ready. */
function demoOf(config: Config): Pick<Startup, 'prepare' | 'announce'> {
  let signIns: DemoSignIn[] = []
  return {
    prepare: async (platform) => {
      if (config.demo && !(await hasAccounts(platform))) signIns = await createDemo(platform)
    },
    announce: async (platform) => {
      // Again, since only now the port is known where the system chose it.
      if (signIns.length > 0) await writeDemoSignIns(platform, signIns)
      printStart(platform, signIns)
    },
  }
}

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

function printStart(platform: Platform, signIns: readonly DemoSignIn[]): void {
  const { baseUrl: url, config } = platform
  print(`\n  segue is ready at ${url}`)
  print(`  Data in ${config.dataDir}. Stop with Ctrl-C.\n`)
  if (signIns.length === 0) {
    const file = join(config.dataDir, DEMO_SIGN_INS_FILE)
    print(`  Sign in at ${url}/admin.${existsSync(file) ? ` The demo passwords are in ${file}.` : ''}\n`)
    return
  }
  print(
    '  Three demo businesses are there. Passwords were made for this folder and are kept in demo-sign-ins.txt there.\n',
  )
  for (const one of signIns) {
    print(`  ${one.business}`)
    print(`    support link  ${supportLinkOf(platform, one)}`)
    for (const { email, password, role } of one.members) print(`    ${role.padEnd(12)}  ${email}  ${password}`)
    print('')
  }
}

try {
  await main()
  process.exit(0)
} catch (error) {
  process.stderr.write(`\n${describeError(error)}\n`)
  process.exit(1)
}

/** The text for the terminal: one sentence for an error that explains itself, a hint at the stack for any other. */
function describeError(error: unknown): string {
  const isExplained = [ConfigError, DataFolderInUseError, DevelopmentSchemaError].some((kind) => error instanceof kind)
  if (error instanceof Error && isExplained) return error.message
  if (!(error instanceof Error)) return `Segue could not start: ${String(error)}`
  const isDebugging = ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '')
  return `Segue could not start: ${isDebugging ? error.stack : error.message}${isDebugging ? '' : '\n(LOG_LEVEL=debug shows where.)'}`
}
