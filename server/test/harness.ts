import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MemberRole } from '#contracts/identity/identity.ts'
import { makeGuest } from '#server/customer/fixture.ts'
import { makeMember } from '#server/identity/fixture.ts'
import type { Guest, Member } from '#server/platform/actor.ts'
import type { Overrides } from '#server/platform/build.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { type Server, startServer } from '#server/serve.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { clientOf, signInCookie, type TestClient } from './client.ts'
import { copyDatabase, type TestDatabase } from './database.ts'

export type TestTenant = { tenant: Tenant; slug: string }

/** A real server on a database of its own, and people to call it. One harness a file, one tenant a test. */
export type Harness = {
  server: Server
  platform: Platform
  url: string
  database: TestDatabase
  tenant(name?: string): Promise<TestTenant>
  /** A member, signed in over HTTP. */
  member(of: TestTenant, role?: MemberRole, name?: string): Promise<TestClient & { actor: Member; email: string }>
  /** A visitor of the portal, with the bearer token of its session. */
  guest(of: TestTenant): Promise<TestClient & { actor: Guest }>
  stranger(): TestClient
  /** A second node on the same database. */
  secondNode(): Promise<Server>
  stop(): Promise<void>
}

const configOf = (database: TestDatabase, dataDir: string, env: Record<string, string> = {}) =>
  readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.ownerUrl,
    DATABASE_APP_URL: database.appUrl,
    DATABASE_POOL: '8',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    LOG_LEVEL: 'silent',
    RATE_FACTOR: '10000',
    DEMO: 'false',
    // No test ever calls a real provider: nobody listens there, unless a stand-in is named.
    AI_ORIGIN: 'http://127.0.0.1:1',
    ...env,
  })

export async function startHarness(
  given: { env?: Record<string, string>; overrides?: Overrides } = {},
): Promise<Harness> {
  const database = await copyDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'segue-h-'))
  const start = () => startServer(configOf(database, dataDir, given.env), { isMigrated: true, ...given.overrides })
  const server = await start()
  const nodes: Server[] = [server]
  const { platform } = server
  const url = platform.baseUrl
  return {
    server,
    platform,
    url,
    database,
    tenant: (name) => makeTenant(platform, name ? { name } : {}),
    member: async ({ tenant }, role = 'agent', name) => {
      const made = await makeMember(tenant, { role, ...(name ? { name } : {}) })
      const cookie = await signInCookie(url, made.email, made.password)
      return { ...clientOf(url, { cookie }), actor: made.actor, email: made.email }
    },
    guest: async ({ tenant }) => {
      const { actor, token } = await makeGuest(tenant)
      return { ...clientOf(url, { authorization: `Bearer ${token}` }), actor }
    },
    stranger: () => clientOf(url),
    secondNode: async () => {
      const node = await start()
      nodes.push(node)
      return node
    },
    stop: async () => {
      for (const node of nodes.reverse()) await node.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
