import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DnsStandin, startDns } from '#test/standin/dns.ts'
import { CLIENT, type OpenIdStandin, startOpenId } from '#test/standin/openid.ts'
import { type Standin, startStandin } from '#test/standin/server.ts'

export type SignInOf = { email: string; password: string; role: string }
export type Business = { name: string; supportUrl: string; members: SignInOf[] }
/** `dataDir`: mails are files in its folder `mail`. */
export type Segue = {
  url: string
  dataDir: string
  businesses: Business[]
  standin: Standin
  openId: OpenIdStandin
  dns: DnsStandin
}

const READY = /ready at (http:\/\/\S+)/
// Only a server that does not start waits that long, so that a loaded machine changes no result.
export const START_MS = 180_000

/**
 * Runs the real server with its demo businesses on a separate data folder; both are removed when `use` ends. A stand-in serves
 * all AI providers: no request leaves the machine. `settings` are further settings of the server, by their names.
 */
export async function withSegue(
  use: (segue: Segue) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'segue-e2e-'))
  const standin = await startStandin()
  const openId = await startOpenId()
  const dns = await startDns()
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_FACTOR: '1000',
      AI_ORIGIN: standin.url,
      DNS_SERVERS: dns.server,
      ALLOW_LOCAL_MODELS: 'true',
      ALLOW_LOCAL_SMTP: 'true',
      INBOUND_MAIL_ADDRESS: 'support@mail.example.com',
      OIDC_ISSUER: openId.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Example ID',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    const url = await readyAddress(server)
    openId.register(`${url}/signin/callback`)
    await use({ url, dataDir, businesses: await readSignIns(dataDir), standin, openId, dns })
  } finally {
    await stop(server)
    await standin.stop()
    await openId.stop()
    await dns.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function readyAddress(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = () => reject(new Error(`the server did not start:\n${output}`))
    const timer = setTimeout(fail, START_MS)
    const readOutput = (piece: Buffer) => {
      output += piece.toString()
      const address = READY.exec(output)?.[1]
      if (!address) return
      clearTimeout(timer)
      resolve(address)
    }
    server.stdout?.on('data', readOutput)
    server.stderr?.on('data', readOutput)
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

/** The passwords are generated for this folder; the server stores them in a file there. */
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
