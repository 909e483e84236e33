import { type Config, readConfig } from './platform/config.ts'
import { acquireDataLock } from './platform/db/data-lock.ts'
import { skipDrizzlePackageLookup } from './platform/drizzle-modules.ts'
import { describeFailure } from './platform/processes/describe-failure.ts'
import { endSignal } from './platform/processes/end-signal.ts'
import { joinProcesses } from './platform/processes/member.ts'

const member = joinProcesses()
const ending = endSignal(member !== null)

/**
 * `npm start`: one process with everything, or with WEB_PROCESSES several, until Ctrl-C. A server that cannot start prints one sentence
 * about the reason. A signal to end, also during the start, leaves no process behind.
 */
async function main(): Promise<void> {
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
    skipDrizzlePackageLookup()
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
  const isDebugging = ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '')
  const text = describeFailure(error, { isStopping: ending.aborted, isDebugging })
  if (member) await member.reportFailure(text)
  else process.stderr.write(`\n${text}\n`)
  process.exit(1)
}
