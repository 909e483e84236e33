import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chownSync, constants } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { accountFor } from '#server/platform/db/embedded-account.ts'

/** Debian's own PostgreSQL first: what is called so elsewhere may be another version. */
const FOLDERS = ['/usr/lib/postgresql/15/bin', ...(process.env.PATH ?? '').split(':'), '/usr/sbin']
const START_LIMIT_MS = 30_000

/** The path of a program of a package of Debian 12. Throws a sentence where it is not installed: a proof skips nothing. */
export function programOf(name: string, debianPackage: string): string {
  for (const folder of FOLDERS) {
    const path = join(folder, name)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {}
  }
  throw new Error(`${name} is not installed: apt-get install ${debianPackage}`)
}

/** Of the programs, which must not run as root: null is the account of this process. */
export const ACCOUNT = accountFor('/nonexistent')

/** A new folder that belongs to the programs. */
export async function ownFolder(name: string, within?: string): Promise<string> {
  const folder = within ? join(within, name) : await mkdtemp(join(tmpdir(), `segue-${name}-`))
  if (within) await mkdir(folder, { mode: 0o700 })
  if (ACCOUNT) chownSync(folder, ACCOUNT.uid, ACCOUNT.gid)
  return folder
}

const settingsOf = (env: Record<string, string>) => ({
  ...ACCOUNT,
  cwd: '/',
  env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC', ...env },
})

/** Runs a program to its end; throws what it wrote when it fails. */
export const runProgram = (program: string, args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(program, args, settingsOf(env))

/** Starts a program in a process group of its own. */
export function startProgram(program: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(program, args, { ...settingsOf(env), stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-100_000)
    })
  }
  return { child, output: () => output }
}

/** Waits until the started program accepts connections. */
export async function untilOpen({ child, output }: ReturnType<typeof startProgram>, port: number): Promise<void> {
  const until = Date.now() + START_LIMIT_MS
  while (!(await isOpen(port))) {
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`${child.spawnfile} does not start:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

export type Later = (end: () => Promise<unknown>) => void

/** Runs it and then ends what it started, the last first, also where it fails. `later` takes what ends a thing. */
export async function cleaningUp<T>(run: (later: Later) => Promise<T>): Promise<T> {
  const ends: (() => Promise<unknown>)[] = []
  try {
    return await run((end) => ends.push(end))
  } finally {
    for (const end of ends.reverse()) await end().catch((error: unknown) => process.stderr.write(`${error}\n`))
  }
}

/** A folder of the programs, which is removed in the end. */
export async function passingFolder(name: string, later: Later): Promise<string> {
  const folder = await ownFolder(name)
  later(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export async function endProgram(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(late)
}
