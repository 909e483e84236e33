import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { signIn } from '#contracts/identity/session.ts'
import { emailOf, PASSWORD } from '#test/bulk-rows.ts'

/** The product in a separate process, as `npm start` runs it. */
export type Product = {
  url: string
  pid: number
  /** From the start of the process until it prints that it is ready. */
  readyMs: number
  stop(): Promise<void>
}

const ROOT = new URL('..', import.meta.url).pathname
const READY = /ready at (http:\S+)/
/** A log line of an error. */
const ERROR_LINE = /^\{"level":[56]0/
const START_LIMIT_MS = 90_000
/** Bearer token of the product's /metrics. */
export const METRICS_TOKEN = 'the-bench-reads-metrics'

/** Starts it with these settings and none of this process's environment. */
export async function startProduct(settings: Record<string, string>): Promise<Product> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE, BENCH_NODE_OPTIONS } = process.env
  const began = performance.now()
  const child = spawn(process.execPath, ['scripts/bootstrap.mjs', 'server/src/main.ts'], {
    cwd: ROOT,
    env: {
      PATH,
      HOME,
      ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
      ...(BENCH_NODE_OPTIONS ? { NODE_OPTIONS: BENCH_NODE_OPTIONS } : {}),
      PORT: '0',
      LOG_LEVEL: 'warn',
      // What is measured is the answer, without the pause that waits for further messages.
      ANSWER_WAIT_MS: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await waitUntilReady(child)
  return {
    url,
    pid: child.pid as number,
    readyMs: performance.now() - began,
    stop: async () => {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

function waitUntilReady(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      fail(new Error(`The server was not ready within ${START_LIMIT_MS / 1000} s.`))
    }, START_LIMIT_MS)
    const output: string[] = []
    if (!child.stdout) return
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line)
      if (ERROR_LINE.test(line)) process.stderr.write(`${line}\n`)
      const url = READY.exec(line)?.[1]
      if (!url) return
      clearTimeout(late)
      done(url)
    })
    child.on('exit', (code) => {
      clearTimeout(late)
      fail(new Error(`The server ended before it was ready (code ${code}).\n${output.join('\n')}`))
    })
  })
}

/** Starts the product on a seeded database without rate limits; its data folder is removed when it stops. */
export async function startOnDatabase(
  database: { ownerUrl: string; appUrl: string },
  poolSize: number,
  more: Record<string, string> = {},
): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'segue-bench-'))
  const product = await startProduct({
    DATA_DIR: folder,
    DATABASE_URL: database.ownerUrl,
    DATABASE_APP_URL: database.appUrl,
    DATABASE_POOL: String(poolSize),
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    RATE_FACTOR: '100000',
    METRICS_TOKEN,
    DEMO: 'false',
    ...more,
  })
  return {
    ...product,
    stop: async () => {
      await product.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The session cookie of a business's owner. */
export async function signInAsOwner(url: string, slug: string): Promise<string> {
  const response = await fetch(`${url}${signIn.path}`, {
    method: signIn.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf(slug), password: PASSWORD, portal: 'business' }),
  })
  if (!response.ok) throw new Error(`sign-in failed: ${response.status} ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
