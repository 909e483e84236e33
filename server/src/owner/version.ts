import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { z } from 'zod'

const ROOT = new URL('../../../', import.meta.url)

const Journal = z.object({ entries: z.array(z.object({ tag: z.string() })) })
const Package = z.object({ version: z.string() })

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(new URL(path, ROOT), 'utf8'))

/** When the last commit was made; null where the program was installed without its history. */
async function readCommitTime(): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('git', ['log', '-1', '--format=%cI'], { cwd: ROOT.pathname })
    return new Date(stdout.trim()).toISOString()
  } catch {
    return null
  }
}

async function read() {
  const [{ version }, { entries }, committedAt] = await Promise.all([
    readJson('package.json').then((json) => Package.parse(json)),
    readJson('server/migrations/meta/_journal.json').then((json) => Journal.parse(json)),
    readCommitTime(),
  ])
  return { version, committedAt, schema: entries.at(-1)?.tag ?? '' }
}

let known: ReturnType<typeof read> | undefined

/** Version of the program, time of its last commit, and the newest migration. Read once. */
export function readVersion(): ReturnType<typeof read> {
  known ??= read()
  return known
}
