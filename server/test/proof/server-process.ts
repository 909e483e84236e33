import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import { findCluster } from '#server/platform/db/embedded-cluster.ts'
import { isAlive, processesIn } from '#server/platform/db/processes.ts'

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname

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

/** Starts the server and waits until it is ready. Throws with its output if it exits before. */
export async function startProcess(
  env: Record<string, string>,
  main = MAIN,
  { program, args } = NODE,
): Promise<ServerProcess> {
  const began = performance.now()
  const child = spawn(program, [...args, main], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-200_000)
    })
  }
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const url = `http://127.0.0.1:${env.PORT}`
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server ended while starting:\n${output}`)
    if (performance.now() - began > 60_000) throw new Error(`the server is not ready after 60 s:\n${output}`)
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
  const cluster = withDatabase ? await findCluster(dataDir) : null
  const database = cluster ? processesIn(await realpath(cluster)) : []
  running.child.kill('SIGKILL')
  for (const pid of database) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  await running.exited
}

/** Kills the remaining processes of a server's PostgreSQL. */
export async function endDatabase(dataDir: string): Promise<void> {
  const cluster = await findCluster(dataDir)
  if (!cluster) return
  for (const pid of processesIn(await realpath(cluster))) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
}
