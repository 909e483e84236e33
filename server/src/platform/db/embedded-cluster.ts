import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chown, lstat, mkdir, readFile, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Account, mayReach } from './embedded-account.ts'
import { type Binaries, SYSTEM_FOLDER } from './embedded-binaries.ts'

/** PostgreSQL's processes get a minimal environment, without Segue's provider keys and passwords. */
export function childOptions(account: Account) {
  return { ...account, cwd: '/', env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' } }
}

/** The path of a data folder's cluster: `<dataDir>/pg`, or the target when that is a link. Null when there is none yet. */
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

/** The superuser's random password, in a file with mode 0600. `fresh` when it was just created. */
export async function superuserPassword(dataDir: string): Promise<{ password: string; fresh: boolean }> {
  const path = join(dataDir, 'pg-password')
  const stored = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new Error(
      `${path} may not be read (${error.code}). Run Segue as the user who ran it before, or set DATA_DIR to another folder.`,
    )
  })
  if (stored.trim() !== '') return { password: stored.trim(), fresh: false }
  const password = randomBytes(24).toString('base64url')
  await writeFile(path, `${password}\n`, { mode: 0o600 })
  return { password, fresh: true }
}

/**
 * Creates the cluster of a data folder and gives its real path. It is renamed to its final name only when it is complete, so an
 * interrupted run leaves no incomplete cluster. A data folder that the account may not enter gets a link to `/var/lib/segue`.
 */
export async function createCluster(
  dataDir: string,
  account: Account,
  binaries: Binaries,
  password: string,
): Promise<string> {
  const parent = await clusterParent(dataDir, account)
  const draft = join(parent, `pg-${randomUUID()}`)
  const passwordFile = `${draft}.password`
  try {
    await mkdir(draft, { mode: 0o700 })
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (account) {
      await chown(draft, account.uid, account.gid)
      await chown(passwordFile, account.uid, account.gid)
    }
    await run(binaries.initdb, initdbArguments(draft, passwordFile), account)
    await rename(draft, join(parent, 'pg'))
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    await rm(passwordFile, { force: true })
  }
  if (parent !== dataDir) await symlink(join(parent, 'pg'), join(dataDir, 'pg'))
  return join(parent, 'pg')
}

/** Refuses a cluster that the account cannot enter, for example after the folder was moved into a private one. */
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

async function clusterParent(dataDir: string, account: Account): Promise<string> {
  if (mayReach(account, dataDir)) return dataDir
  const parent = join(SYSTEM_FOLDER, randomBytes(6).toString('hex'))
  await mkdir(parent, { recursive: true, mode: 0o755 })
  await writeFile(join(parent, 'belongs-to'), `${dataDir}\n`)
  return parent
}

function run(program: string, args: string[], account: Account, input = ''): Promise<void> {
  return new Promise((done, fail) => {
    // In a separate process group: Ctrl-C in the terminal must not cut it; Segue waits for it and then stops.
    const child = spawn(program, args, { ...childOptions(account), stdio: ['pipe', 'pipe', 'pipe'], detached: true })
    let output = ''
    const append = (chunk: Buffer) => {
      output = (output + chunk).slice(-4000)
    }
    child.stdout.on('data', append)
    child.stderr.on('data', append)
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.on('error', fail)
    child.on('close', (code) => {
      if (code === 0) done()
      else fail(new Error(`PostgreSQL's ${program.split('/').at(-1)} failed with code ${code}: ${output.trim()}`))
    })
  })
}
