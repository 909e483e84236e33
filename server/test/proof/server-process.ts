import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import { findCluster } from '#server/platform/db/embedded-cluster.ts'
import { isAlive, processesIn, signalProcesses } from '#server/platform/db/processes.ts'

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname

/** Long, because only a server that never becomes ready reaches it, also on a loaded machine. */
export const START_LIMIT_MS = 150_000

/** The server as a separate process, as `npm start` runs it. */
export type ServerProcess = {
  url: string
  child: ChildProcess
  /** From the start of the process to the first "ready", in milliseconds. */
  readyMs: number
  /** What it wrote to both streams. */
  output: () => string
  /** Resolves with the exit code (null after a signal). */
  exited: Promise<number | null>
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** What runs the server's program, and its arguments before it. */
type Runner = { program: string; args: string[] }
const NODE: Runner = { program: process.execPath, args: [] }
/** With the flags that `npm start` gives to the product, and to this process. */
export const LIKE_HERE: Runner = { program: process.execPath, args: process.execArgv }

/** What a product's process gets of the environment. Where the test itself was started with a compile cache, it starts in half of the time by it. */
export function fromHere(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) }
}

/** Starts the server and waits until it is ready. Throws with its output if it exits before. */
export async function startProcess(
  env: Record<string, string>,
  main = MAIN,
  { program, args } = NODE,
): Promise<ServerProcess> {
  const began = performance.now()
  const child = spawn(program, [...args, main], {
    env: { ...fromHere(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-4_000_000)
    })
  }
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const url = `http://127.0.0.1:${env.PORT}`
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server ended while starting:\n${output}`)
    if (performance.now() - began > START_LIMIT_MS) {
      child.kill('SIGTERM')
      throw new Error(`the server is not ready after ${START_LIMIT_MS / 1000} s:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { url, child, readyMs: performance.now() - began, output: () => output, exited }
}

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    async (response) => {
      await response.text()
      return response.ok
    },
    () => false,
  )

/** Sends SIGKILL to the server and, if `withDatabase`, to its whole PostgreSQL at once. */
export async function killProcess(running: ServerProcess, dataDir: string, withDatabase: boolean): Promise<void> {
  const database = withDatabase ? await databaseProcesses(dataDir) : []
  running.child.kill('SIGKILL')
  signalProcesses(database, 'SIGKILL')
  await running.exited
}

/** The processes of a server's PostgreSQL that run. */
export async function databaseProcesses(dataDir: string): Promise<number[]> {
  const cluster = await findCluster(dataDir)
  return cluster ? processesIn(await realpath(cluster)).filter(isAlive) : []
}

/** The memory that a process has now, in bytes. */
export async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

/** Kills the remaining processes of a server's PostgreSQL. */
export async function endDatabase(dataDir: string): Promise<void> {
  signalProcesses(await databaseProcesses(dataDir), 'SIGKILL')
}

/** The newest process id of each web process and worker, by its name, from the log lines about their starts. */
export function memberPids({ output }: ServerProcess): Map<string, number> {
  const lines = output().matchAll(/"process":"([^"]+)","pid":(\d+),"msg":"process started"/g)
  return new Map([...lines].map(([, name, pid]) => [String(name), Number(pid)]))
}

/** Kills one web process of several and waits until another serves in its place. */
export async function killWebProcess(running: ServerProcess, name: string): Promise<void> {
  const pid = memberPids(running).get(name)
  if (pid === undefined) throw new Error(`there is no process ${name}:\n${running.output()}`)
  process.kill(pid, 'SIGKILL')
  const until = Date.now() + START_LIMIT_MS
  while (memberPids(running).get(name) === pid || !(await isReady(running.url))) {
    if (Date.now() > until) throw new Error(`${name} was not replaced:\n${running.output()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
