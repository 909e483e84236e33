import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { signIn } from '#contracts/identity/session.ts'
import { findCluster } from '#server/platform/db/embedded-cluster.ts'
import { isAlive, processesIn, readProcess, signalProcesses } from '#server/platform/db/processes.ts'
import { clientOf } from './client.ts'
import { queryAsOwner } from './owner-query.ts'
import { freePort, fromHere, isReady } from './proof/server-process.ts'

const MAIN = new URL('../src/main.ts', import.meta.url).pathname

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'segue-first-'))
  // PostgreSQL runs under another account when the test runs as root.
  await chmod(folder, 0o755)
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

type Start = { url: string; child: ChildProcess; output(): string; exited: Promise<[number | null, string | null]> }

/** Starts the server as a terminal does: in a process group of its own. Does not wait. */
async function start(dataDir: string): Promise<Start> {
  const port = await freePort()
  const child = spawn(process.execPath, [MAIN], {
    env: { ...fromHere(), PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  cleanups.push(async () => {
    signalProcesses(await databaseProcesses(dataDir), 'SIGKILL')
    child.kill('SIGKILL')
  })
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>
  return { url: `http://127.0.0.1:${port}`, child, output: () => output, exited }
}

/** Every process of PostgreSQL on this data folder, initdb included. */
async function databaseProcesses(dataDir: string): Promise<number[]> {
  const cluster = await findCluster(dataDir)
  const serving = cluster ? processesIn(await realpath(cluster)) : []
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const naming = pids.filter((pid) => readProcess(pid).command?.match(/postgres|initdb/) && namesFolder(pid, dataDir))
  return [...new Set([...serving, ...naming])].filter(isAlive)
}

const namesFolder = (pid: number, dataDir: string): boolean => readProcess(pid).command?.includes(dataDir) ?? false

async function until(what: string, isSo: () => Promise<boolean>, { child, output }: Start): Promise<void> {
  const end = Date.now() + 90_000
  while (!(await isSo())) {
    if (child.exitCode !== null) throw new Error(`the server ended before: ${what}\n${output()}`)
    if (Date.now() > end) throw new Error(`never: ${what}\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Asks the database that is just being set up; false as long as it cannot answer. */
async function isInDatabase(dataDir: string, condition: string): Promise<boolean> {
  try {
    const password = (await readFile(join(dataDir, 'pg-password'), 'utf8')).trim()
    const port = (await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8')).split('\n')[3]
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/segue`
    return (await queryAsOwner<{ is_so: boolean }>(url, `SELECT (${condition}) AS is_so`))[0]?.is_so ?? false
  } catch {
    return false
  }
}

const hasEntry = async (folder: string, pattern: RegExp) => (await readdir(folder)).some((name) => pattern.test(name))

/** Moments of a first start, in their order, each found by what is there by then. */
const MOMENTS: [string, NodeJS.Signals, (dataDir: string) => Promise<boolean>][] = [
  ['initdb runs', 'SIGINT', (dataDir) => hasEntry(dataDir, /^pg-[0-9a-f-]{36}$/)],
  ['PostgreSQL starts', 'SIGTERM', (dataDir) => hasEntry(join(dataDir, 'pg'), /^postmaster\.pid$/).catch(() => false)],
  ['the migration runs', 'SIGINT', (dataDir) => isInDatabase(dataDir, "to_regnamespace('migration') IS NOT NULL")],
  ['the demo is created', 'SIGTERM', (dataDir) => isInDatabase(dataDir, 'EXISTS (SELECT FROM tenant)')],
]

/** The passwords of the demo, from their file. */
async function firstSignIn(dataDir: string): Promise<{ email: string; password: string }> {
  const line = (await readFile(join(dataDir, 'demo-sign-ins.txt'), 'utf8')).match(/owner {2}(\S+) {2}(\S+)/)
  return { email: line?.[1] ?? '', password: line?.[2] ?? '' }
}

const portalStatus = async (url: string) => (await fetch(`${url}/api/portal/hollowbrook`)).status

describe('a first start', () => {
  it('is ready only when the demo businesses are there and their links are printed', async () => {
    const dataDir = await emptyFolder()
    const server = await start(dataDir)
    await until('ready', () => isReady(server.url), server)
    expect(await portalStatus(server.url)).toBe(200)
    await expect.poll(() => server.output().match(/support link/g) ?? []).toHaveLength(3)
    expect(server.output()).toContain(`${server.url}/support?tenant=hollowbrook`)
    server.child.kill('SIGTERM')
    expect(await server.exited).toEqual([0, null])
    expect(await databaseProcesses(dataDir)).toEqual([])
  }, 200_000)

  it('that is interrupted at any moment leaves no process, and the next start completes it', async () => {
    const dataDir = await emptyFolder()
    for (const [moment, signal, isReached] of MOMENTS) {
      const server = await start(dataDir)
      await until(moment, () => isReached(dataDir), server)
      // To the whole group, as Ctrl-C does.
      process.kill(-(server.child.pid as number), signal)
      expect(await server.exited, `${moment}:\n${server.output()}`).toEqual([0, null])
      expect(await databaseProcesses(dataDir), moment).toEqual([])
      expect(await hasEntry(dataDir, /^pg-[0-9a-f]|\.lock$/), moment).toBe(false)
      expect(server.output(), moment).not.toContain('ready at')
    }
    const last = await start(dataDir)
    await until('ready', () => isReady(last.url), last)
    expect(await portalStatus(last.url)).toBe(200)
    const { email, password } = await firstSignIn(dataDir)
    const view = await clientOf(last.url).call(signIn, { body: { email, password, portal: 'business' } })
    expect(view.tenant?.isDemo).toBe(true)
    last.child.kill('SIGTERM')
    expect(await last.exited).toEqual([0, null])
    expect(await databaseProcesses(dataDir)).toEqual([])
  }, 400_000)
})
