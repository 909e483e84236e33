import { type Logger, pino } from 'pino'

export type Log = Logger

/** Keys whose values are never logged: secrets, sessions, and customers' texts. */
const SECRET_PATHS = [
  'password',
  'token',
  'secret',
  'apiKey',
  'authorization',
  'cookie',
  '*.password',
  '*.token',
  '*.secret',
  '*.apiKey',
  '*.authorization',
  '*.cookie',
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  '*.headers.authorization',
  '*.headers.cookie',
]

/** The log: JSON lines on standard output, secrets replaced. */
export const createLog = (level: string, destination?: { write(line: string): void }): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_PATHS, censor: '[redacted]' },
      serializers: {
        err: (error: unknown) => describeError(error),
      },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  )

/** An error for the log: with its causes, without the values a database driver puts into its messages. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: withoutValues(error.message).slice(0, 500),
    ...(typeof code === 'string' ? { code } : {}),
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^ {4}at /.test(line))
      .slice(0, 7)
      .join('\n'),
    ...(error.cause && depth < 3 ? { cause: describeError(error.cause, depth + 1) } : {}),
  }
}

/** Cuts the parameters that the query builder appends to its messages: tokens, e-mail addresses, customers' texts. */
const withoutValues = (message: string): string => message.replace(/\nparams: .*$/s, '')
