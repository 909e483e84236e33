import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#server/platform/config.ts'
import { AppError } from '#server/platform/errors.ts'
import { inEnglish } from '#server/platform/text/message.ts'
import { type Command, commands, UsageError } from './commands.ts'

/** `npm run segue -- <command>`: what the operator does at the terminal. Ends with 0, 1 (failed) or 2 (used wrongly). */
async function main(args: string[]): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log(overview())
    return name === undefined ? 2 : 0
  }
  const command = commands[name]
  if (!command) return refuse(`There is no command ${name}.\n\n${overview()}`, 2)
  try {
    const options = { ...command.options, help: { type: 'boolean', short: 'h' } } as const
    const given = parseArgs({ args: rest, options, allowPositionals: true })
    if (given.values.help) {
      console.log(usageOf(command))
      return 0
    }
    if (given.positionals.length !== command.argumentCount) throw new UsageError('The command needs other words.')
    await command.run({ config: readConfig(process.env), options: given.values, args: given.positionals })
    return 0
  } catch (error) {
    return explain(command, error)
  }
}

/** A failure in a sentence; only what nobody foresaw is shown with where it happened. */
function explain(command: Command, error: unknown): number {
  if (!(error instanceof Error)) return refuse(String(error), 1)
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS')) {
    return refuse(`${error.message}\n\n${usageOf(command)}`, 2)
  }
  const fields = error instanceof AppError ? Object.values(error.details.fields ?? {}).map(inEnglish) : []
  if (fields.length > 0) return refuse(fields.join('\n'), 1)
  const isForeseen = error.name === 'Error' || error instanceof AppError || error instanceof ConfigError || code
  return refuse(isForeseen ? error.message : (error.stack ?? error.message), 1)
}

function refuse(text: string, status: number): number {
  console.error(text)
  return status
}

const usageOf = ({ usage, about }: Command) => `  npm run segue -- ${usage}\n      ${about}`

const overview = () => `Segue at the terminal. Settings (DATA_DIR, DATABASE_URL, …) are those of npm start.

${Object.values(commands).map(usageOf).join('\n\n')}`

process.exit(await main(process.argv.slice(2)))
