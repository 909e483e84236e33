import { type Config, ConfigError, readConfig } from './platform/config.ts'
import { acquireDataLock, DataFolderInUseError } from './platform/db/data-lock.ts'
import { DevelopmentSchemaError } from './platform/db/development-schema.ts'
import { endSignal } from './platform/processes/end-signal.ts'
import { joinProcesses } from './platform/processes/member.ts'
import { ProcessesEndedError } from './platform/processes/supervisor.ts'

const member = joinProcesses()

/**
 * `npm start`: one process with everything, or with WEB_PROCESSES several, until Ctrl-C. A server that cannot start prints one sentence
 * about the reason. A signal to end, also during the start, leaves no process behind.
 */
async function main(): Promise<void> {
  const ending = endSignal(member !== null)
  const config = readConfig(process.env)
  const lock = config.databaseUrl ? null : await acquireDataLock(config.dataDir)
  try {
    await run(config, ending)
  } catch (error) {
    if (error !== ending.reason) throw error
    if (!member) print('\nStopped before it was ready.')
  } finally {
    await lock?.release()
  }
}

/** Loads only what it needs: the primary of several processes has no part of the product in its memory. */
async function run(config: Config, signal: AbortSignal): Promise<void> {
  if (config.webProcesses === 1 || config.role === 'worker') {
    const { runServer } = await import('./run-server.ts')
    return runServer(config, { signal, member, print })
  }
  const { runProcesses } = await import('./platform/processes/primary.ts')
  return runProcesses(config, { program: import.meta.filename, signal, print })
}

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

try {
  await main()
  process.exit(0)
} catch (error) {
  const text = describeError(error)
  if (member) await member.reportFailure(text)
  else process.stderr.write(`\n${text}\n`)
  process.exit(1)
}

/** The text for the terminal: one sentence for an error that explains itself, a hint at the stack for any other. */
function describeError(error: unknown): string {
  const isExplained = [ConfigError, DataFolderInUseError, DevelopmentSchemaError, ProcessesEndedError].some(
    (kind) => error instanceof kind,
  )
  if (error instanceof Error && isExplained) return error.message
  if (!(error instanceof Error)) return `Segue could not start: ${String(error)}`
  const isDebugging = ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '')
  return `Segue could not start: ${isDebugging ? error.stack : error.message}${isDebugging ? '' : '\n(LOG_LEVEL=debug shows where.)'}`
}
