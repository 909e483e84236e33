import { ConfigError } from '#server/platform/config.ts'
import { DataFolderInUseError } from '#server/platform/db/data-lock.ts'
import { DevelopmentSchemaError } from '#server/platform/db/development-schema.ts'
import { ProcessesEndedError } from './supervisor.ts'

const EXPLAINED = [ConfigError, DataFolderInUseError, DevelopmentSchemaError, ProcessesEndedError]

/** The text for the terminal: one sentence for an error that explains itself, a hint at the stack for any other. */
export function describeFailure(error: unknown, when: { isStopping: boolean; isDebugging: boolean }): string {
  if (error instanceof Error && EXPLAINED.some((kind) => error instanceof kind)) return error.message
  const what = when.isStopping ? 'Segue could not stop in order:' : 'Segue could not start:'
  if (!(error instanceof Error)) return `${what} ${String(error)}`
  return when.isDebugging ? `${what} ${error.stack}` : `${what} ${error.message}\n(LOG_LEVEL=debug shows where.)`
}
