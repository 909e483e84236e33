import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'

export type SignInOf = { email: string; password: string; role: string }
export type Business = { name: string; supportUrl: string; members: SignInOf[] }
export type Segue = { url: string; businesses: Business[] }

const READY = /ready at (http:\/\/\S+)/
const START_MS = 60_000

/** The real server with its demo businesses, one for each worker, on a data folder of its own. */
export const test = base.extend<object, { segue: Segue }>({
  segue: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures one needs from the pattern
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'segue-e2e-'))
      const server = spawn(process.execPath, ['server/src/main.ts'], {
        env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', RATE_FACTOR: '1000' },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      try {
        const url = await readyAddress(server)
        await use({ url, businesses: await readSignIns(dataDir) })
      } finally {
        await stop(server)
        await rm(dataDir, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: START_MS + 30_000 },
  ],
  baseURL: async ({ segue }, use) => use(segue.url),
})

export { expect } from '@playwright/test'

function readyAddress(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const fail = () => reject(new Error(`the server did not start:\n${said}`))
    const timer = setTimeout(fail, START_MS)
    const hear = (piece: Buffer) => {
      said += piece.toString()
      const address = READY.exec(said)?.[1]
      if (!address) return
      clearTimeout(timer)
      resolve(address)
    }
    server.stdout?.on('data', hear)
    server.stderr?.on('data', hear)
    server.once('exit', fail)
  })
}

function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    server.once('exit', () => resolve())
    server.kill('SIGINT')
  })
}

/** The passwords were made for this folder; the server keeps them in a file there. */
async function readSignIns(dataDir: string): Promise<Business[]> {
  const blocks = (await readFile(join(dataDir, 'demo-sign-ins.txt'), 'utf8')).trim().split(/\n\s*\n/)
  return blocks.map((block) => {
    const [name = '', supportUrl = '', ...members] = block.split('\n').map((line) => line.trim())
    return {
      name,
      supportUrl,
      members: members.map((line) => {
        const [role = '', email = '', password = ''] = line.split(/\s+/)
        return { role, email, password }
      }),
    }
  })
}

/** A member of the first demo business by role, or of another one by its number. */
export function memberOf(segue: Segue, role = 'owner', business = 0): SignInOf {
  const found = segue.businesses[business]?.members.find((member) => member.role === role)
  if (!found) throw new Error(`no ${role} in demo business ${business}`)
  return found
}

/** Signs in over HTTP, so that only the tests of the sign-in page walk through it. The page shares the cookie. */
export async function signIn(page: Page, segue: Segue, member: SignInOf = memberOf(segue)): Promise<void> {
  const response = await page.request.post(`${segue.url}/api/session`, {
    data: { email: member.email, password: member.password, portal: 'business' },
    headers: { origin: segue.url },
  })
  if (!response.ok()) throw new Error(`sign-in failed: ${response.status()} ${await response.text()}`)
}
