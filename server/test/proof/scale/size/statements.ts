import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** Has each statement's plan written to the log of a PostgreSQL of Debian's package, with the blocks that it touched. */
export const LOGGED_PLANS = {
  shared_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_directory: 'log',
  log_filename: 'plans',
  log_rotation_age: '0',
  log_rotation_size: '0',
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

/** A statement that was carried out: its text, the blocks of 8 KB that it touched, and the tables that it read from end to end. */
export type Executed = { text: string; blocks: number; wholeTables: string[] }

/** A position in a server's log of plans. */
export type LogPosition = { path: string; at: number }

export async function endOfLog(folder: string): Promise<LogPosition> {
  const path = join(folder, 'log', 'plans.json')
  const file = await open(path)
  try {
    return { path, at: (await file.stat()).size }
  } finally {
    await file.close()
  }
}

/** The statements of clients that were carried out since a position of the log. */
export async function executedSince({ path, at }: LogPosition): Promise<Executed[]> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer } = await file.read(Buffer.alloc(size - at), 0, size - at, at)
    return buffer.toString('utf8').split('\n').flatMap(executedIn)
  } finally {
    await file.close()
  }
}

const PLAN = /^duration: [\d.]+ ms {2}plan:\n/

function executedIn(line: string): Executed[] {
  // The last line may be half written.
  if (!line.endsWith('}')) return []
  const { backend_type: kind, message } = JSON.parse(line) as { backend_type: string; message?: string }
  if (kind !== 'client backend' || !message || !PLAN.test(message)) return []
  const logged = JSON.parse(message.replace(PLAN, '')) as { 'Query Text': string; Plan: Plan }
  const { Plan: plan } = logged
  const text = logged['Query Text'].replace(/\s+/g, ' ').trim()
  return [{ text, blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], wholeTables: wholeTablesOf(plan) }]
}

/** Small tables are read as a whole at any size. */
const SMALL_BLOCKS = 100

const wholeTablesOf = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' &&
  plan['Relation Name'] &&
  plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] > SMALL_BLOCKS
    ? [plan['Relation Name']]
    : []),
  ...(plan.Plans ?? []).flatMap(wholeTablesOf),
]
