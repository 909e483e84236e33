import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chown, lstat, mkdir, readFile, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Account, mayReach } from './embedded-account.ts'
import { type Binaries, SYSTEM_HOME } from './embedded-binaries.ts'

/** A child of PostgreSQL sees no environment of ours: provider keys and passwords have no business there. */
export function childOptions(account: Account) {
  return { ...account, cwd: '/', env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' } }
}

/** Where the cluster of a data folder lies: `<dataDir>/pg`, followed when it is a link. Null when there is none yet. */
export async function findCluster(dataDir: string): Promise<string | null> {
  const path = join(dataDir, 'pg')
  const entry = await lstat(path).catch(() => null)
  if (!entry) return null
  if (!entry.isSymbolicLink()) return path
  const target = resolve(dataDir, await readlink(path))
  if (await stat(target).catch(() => null)) return target
  throw new Error(
    `The database of ${dataDir} lies in ${target}, and that folder is gone. Put it back from a backup, or delete ${path} to begin with an empty database.`,
  )
}

/** The superuser's password, random and readable by us alone. `fresh` when it had to be made. */
export async function superuserPassword(dataDir: string): Promise<{ password: string; fresh: boolean }> {
  const path = join(dataDir, 'pg-password')
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new Error(
      `${path} may not be read (${error.code}). Run Segue as the user who ran it before, or set DATA_DIR to another folder.`,
    )
  })
  if (kept.trim() !== '') return { password: kept.trim(), fresh: false }
  const password = randomBytes(24).toString('base64url')
  await writeFile(path, `${password}\n`, { mode: 0o600 })
  return { password, fresh: true }
}

/**
 * Makes the cluster of a data folder and gives its real path. It appears under its final name only when it is complete, so a
 * run cut short leaves no half cluster. A data folder the account may not enter gets a link to a folder of the system.
 */
export async function createCluster(
  dataDir: string,
  account: Account,
  binaries: Binaries,
  password: string,
): Promise<string> {
  const home = await clusterHome(dataDir, account)
  const draft = join(home, `pg-${randomUUID()}`)
  const passwordFile = `${draft}.password`
  try {
    await mkdir(draft, { mode: 0o700 })
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (account) {
      await chown(draft, account.uid, account.gid)
      await chown(passwordFile, account.uid, account.gid)
    }
    await run(binaries.initdb, initdbArguments(draft, passwordFile), account)
    await rename(draft, join(home, 'pg'))
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    await rm(passwordFile, { force: true })
  }
  if (home !== dataDir) await symlink(join(home, 'pg'), join(dataDir, 'pg'))
  return join(home, 'pg')
}

/** Refuses a cluster the account cannot enter, as after moving the whole folder to a place closed to others. */
export function checkReachable(cluster: string, account: Account): void {
  if (mayReach(account, cluster)) return
  throw new Error(
    `The database in ${cluster} cannot be reached by the unprivileged user it runs under. Move the data folder to a place other users may enter, and set DATA_DIR to it.`,
  )
}

/** Sets the superuser's password in a stopped cluster whose password file was lost. */
export async function resetPassword(cluster: string, account: Account, binaries: Binaries, password: string) {
  const sql = `alter user postgres password '${password}';\n`
  await run(binaries.postgres, ['--single', '-D', cluster, 'postgres'], account, sql)
}

function initdbArguments(folder: string, passwordFile: string): string[] {
  return [
    `--pgdata=${folder}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]
}

async function clusterHome(dataDir: string, account: Account): Promise<string> {
  if (mayReach(account, dataDir)) return dataDir
  const home = join(SYSTEM_HOME, randomBytes(6).toString('hex'))
  await mkdir(home, { recursive: true, mode: 0o755 })
  await writeFile(join(home, 'belongs-to'), `${dataDir}\n`)
  return home
}

function run(program: string, args: string[], account: Account, input = ''): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { ...childOptions(account), stdio: ['pipe', 'pipe', 'pipe'] })
    let said = ''
    const keep = (chunk: Buffer) => {
      said = (said + chunk).slice(-4000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.on('error', fail)
    child.on('close', (code) => {
      if (code === 0) done()
      else fail(new Error(`PostgreSQL's ${program.split('/').at(-1)} failed with code ${code}: ${said.trim()}`))
    })
  })
}
