import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#server/platform/config.ts'
import { AppError } from '#server/platform/errors.ts'
import { inEnglish } from '#server/platform/text/message.ts'
import { type Command, commands, UsageError } from './commands.ts'

/** What a command uses of the process it runs in. */
export type Terminal = {
  env: Record<string, string | undefined>
  /** Whether a person types at it, who can be asked for a password. */
  isInteractive: boolean
  print(text: string): void
  printError(text: string): void
}

/** Runs a command by its arguments. Gives the exit code: 0, 1 (failed) or 2 (used wrongly). */
export async function runCommand(args: string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    terminal.print(overview())
    return name === undefined ? 2 : 0
  }
  const command = commands[name]
  if (!command) {
    terminal.printError(`There is no command ${name}.\n\n${overview()}`)
    return 2
  }
  try {
    const options = { ...command.options, help: { type: 'boolean', short: 'h' } } as const
    const given = parseArgs({ args: rest, options, allowPositionals: true })
    if (given.values.help) {
      terminal.print(usageOf(command))
      return 0
    }
    if (given.positionals.length !== command.argumentCount) throw new UsageError('The command needs other arguments.')
    const { print, isInteractive } = terminal
    const config = readConfig(terminal.env)
    await command.run({ config, options: given.values, args: given.positionals, print, isInteractive })
    return 0
  } catch (error) {
    const { text, code } = explain(command, error)
    terminal.printError(text)
    return code
  }
}

/** A failure as a sentence with its exit code; an unexpected one keeps its stack. */
function explain(command: Command, error: unknown): { text: string; code: 1 | 2 } {
  if (!(error instanceof Error)) return { text: String(error), code: 1 }
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS')) {
    return { text: `${error.message}\n\n${usageOf(command)}`, code: 2 }
  }
  const fields = error instanceof AppError ? Object.values(error.details.fields ?? {}).map(inEnglish) : []
  if (fields.length > 0) return { text: fields.join('\n'), code: 1 }
  const isExpected = error.name === 'Error' || error instanceof AppError || error instanceof ConfigError || code
  return { text: isExpected ? error.message : (error.stack ?? error.message), code: 1 }
}

const usageOf = ({ usage, about }: Command) => `  npm run segue -- ${usage}\n      ${about}`

const overview = () => `Segue at the terminal. Settings (DATA_DIR, DATABASE_URL, …) are those of npm start.

${Object.values(commands).map(usageOf).join('\n\n')}`
