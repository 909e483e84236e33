import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createDemo, DEMO_SIGN_INS_FILE, type DemoSignIn, hasAccounts } from './demo/create-demo.ts'
import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { acquireDataLock, DataFolderInUseError } from './platform/db/data-lock.ts'
import { DevelopmentSchemaError } from './platform/db/development-schema.ts'
import { endSignal, startServer } from './serve.ts'

/** `npm start`: one process with everything, until Ctrl-C. A server that cannot start prints one sentence about the reason. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const lock = config.databaseUrl ? null : await acquireDataLock(config.dataDir)
  try {
    const server = await startServer(config)
    const isFirstRun = config.demo && !(await hasAccounts(server.platform))
    const signIns = isFirstRun ? await createDemo(server.platform) : []
    printStart(server.platform.baseUrl, config, signIns)
    await endSignal()
    print('\nStopping: finishing open requests and closing the database …')
    await server.stop()
  } finally {
    await lock?.release()
  }
}

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

function printStart(url: string, config: Config, signIns: readonly DemoSignIn[]): void {
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
    print(`    support link  ${one.supportUrl}`)
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
