import { execFile } from 'node:child_process'
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MESSAGE_COMPILER } from '#scripts/bootstrap/builds.mjs'
import { MIGRATIONS } from '#server/platform/db/migrate.ts'
import { fromHere } from '#test/proof/server-process.ts'
import type { Site } from './site.ts'

const ROOT = new URL('../../../../', import.meta.url).pathname

/** An earlier version of the product, ready to run. */
export type Version = {
  commit: string
  /** The number of its newest migration, as 0075. */
  migration: string
  /** Whether a node of it that ends serves until its load balancer has noticed. */
  drains: boolean
  /** Its program, for `startProcess`. */
  main: string
  /** Migrates a database to this version and makes a business in it. */
  prepareSite(settings: Record<string, string>, clients: number): Promise<Site>
}

const run = promisify(execFile)
const newestIn = async (folder: string): Promise<string> =>
  (await readdir(folder))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .at(-1) ?? ''

/** The commit before the newest migration was added: the version that an upgrade replaces. */
async function commitBefore(): Promise<string> {
  const path = join('server/migrations', await newestIn(MIGRATIONS))
  const { stdout } = await run('git', ['log', '--diff-filter=A', '-1', '--format=%H', '--', path], { cwd: ROOT })
  if (!stdout.trim()) throw new Error(`${path} is in no commit: the proof needs the history of the repository.`)
  return `${stdout.trim()}^`
}

const PREPARE = `
  import { prepareSite } from '#test/proof/scale/site.ts'
  const [settings, clients] = JSON.parse(process.argv[2])
  process.stdout.write(JSON.stringify(await prepareSite(settings, clients)))`

/** Puts an earlier commit into a folder, with this version's packages and built pages. */
export async function previousVersion(folder: string, given?: string): Promise<Version> {
  const named = given ?? (await commitBefore())
  const commit = (await run('git', ['rev-parse', '--short', named], { cwd: ROOT })).stdout.trim()
  const script = 'git archive "$0" | tar -x -C "$1"'
  await run('sh', ['-c', script, commit, folder], { cwd: ROOT, maxBuffer: 1e9 })
  for (const shared of ['node_modules', 'dist']) await symlink(join(ROOT, shared), join(folder, shared))
  await run(process.execPath, MESSAGE_COMPILER, { cwd: folder })
  const program = join(folder, 'server/test/proof/scale/prepare.ts')
  await writeFile(program, PREPARE)
  return {
    commit,
    migration: (await newestIn(join(folder, 'server/migrations'))).slice(0, 4),
    drains: (await readFile(join(folder, 'server/src/serve.ts'), 'utf8')).includes('NOTICED_MS'),
    main: join(folder, 'server/src/main.ts'),
    prepareSite: async (settings, clients) => {
      const args = [program, JSON.stringify([settings, clients])]
      const { stdout } = await run(process.execPath, args, { cwd: folder, env: fromHere() })
      return JSON.parse(stdout.slice(stdout.indexOf('{'))) as Site
    },
  }
}
