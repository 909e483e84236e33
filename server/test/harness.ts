import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { enterPortal } from '#contracts/customer/customer-account.ts'
import type { MemberRole } from '#contracts/identity/role.ts'
import type { UserId } from '#contracts/ids.ts'
import { makeGuest } from '#server/customer/fixture.ts'
import { makeAccount, makeMember, makeSession } from '#server/identity/fixture.ts'
import { createSearchThreads } from '#server/knowledge/retrieval/search-thread.ts'
import { searchThreads } from '#server/knowledge/search/search-knowledge.ts'
import type { Guest, Member } from '#server/platform/actor.ts'
import type { Overrides } from '#server/platform/build.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { givenState } from '#server/platform/process-state.ts'
import { answerTimes } from '#server/provider/answer-times.ts'
import { type Server, startServer } from '#server/serve.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { clientOf, type TestClient } from './client.ts'
import { copyDatabase, type TestDatabase } from './database.ts'

export type TestTenant = { tenant: Tenant; slug: string }

/** A real server on a migrated database, and clients to call it. Each test creates a tenant, so nothing is ever cleared. */
export type Harness = {
  server: Server
  platform: Platform
  url: string
  database: TestDatabase
  tenant(name?: string): Promise<TestTenant>
  /** A member with a session; `PASSWORD` of identity/fixture.ts signs in too. */
  member(of: TestTenant, role?: MemberRole, name?: string): Promise<TestClient & { actor: Member; email: string }>
  /** A visitor of the portal, with the bearer token of its session. */
  guest(of: TestTenant): Promise<TestClient & { actor: Guest }>
  /** A visitor who is signed in at the portal with a new account. */
  customer(of: TestTenant): Promise<TestClient & { userId: UserId; email: string }>
  visitor(): TestClient
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
    // burst.test.ts tests the product's wait.
    ANSWER_WAIT_MS: '0',
    DEMO: 'false',
    // No test calls a real provider: nothing listens here, unless a stand-in is given.
    AI_ORIGIN: 'http://127.0.0.1:1',
    // Nor asks a real name server.
    DNS_SERVERS: '127.0.0.1:1',
    ...env,
  })

/** So long that a machine under load refuses no request; outage.proof.test.ts tests the product's limits. */
const LONG_WAITS = { connectMs: 60_000, lockMs: 60_000, statementMs: 60_000, silentMs: 60_000 }
/** So long that no provider is too slow on a machine under load; provider-outage.proof.test.ts tests the product's times. */
const LONG_ANSWER_TIMES = givenState(answerTimes, { hedgeMs: 60_000, firstSentenceMs: 60_000, slowMs: 60_000 })

/**
 * One search thread and one sentence encoder for all servers of this Vitest worker: to start them costs more processor time than most
 * test files. The indexes in them are by tenant, and a server that stops removes its own.
 */
const SHARED_SEARCH_THREAD = givenState(searchThreads, createSearchThreads({ log: createLog('silent') }))

type Given = { env?: Record<string, string>; overrides?: Overrides }

/**
 * Without `given`: the server that all files of this Vitest worker share. Such a file creates tenants and reads only them:
 * other tenants and their jobs may be in the database. A test of the server itself (its configuration, clock and
 * other overrides) needs a separate server and database: pass `env` or `overrides`, if need be empty.
 */
export async function startHarness(given?: Given): Promise<Harness> {
  if (given) return startSeparateHarness(given)
  sharedHarness ??= startSeparateHarness({})
  const shared = await sharedHarness
  return { ...shared, stop: shared.stopOtherNodes }
}

/** Ends with the worker thread: Vitest reports no end of a worker to its files. */
let sharedHarness: Promise<Harness & { stopOtherNodes(): Promise<void> }> | undefined

async function startSeparateHarness(given: Given): Promise<Harness & { stopOtherNodes(): Promise<void> }> {
  const database = await copyDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'segue-h-'))
  const start = () =>
    startServer(configOf(database, dataDir, given.env), {
      isMigrated: true,
      databaseWaits: LONG_WAITS,
      ...given.overrides,
      states: [LONG_ANSWER_TIMES, SHARED_SEARCH_THREAD, ...(given.overrides?.states ?? [])],
    })
  const server = await start()
  const otherNodes: Server[] = []
  const stopOtherNodes = async () => {
    for (const node of otherNodes.splice(0).reverse()) await node.stop()
  }
  const { platform } = server
  // With BASE_URL the public address is another than the one the server listens at.
  const { port } = server.app.server.address() as AddressInfo
  const url = platform.config.baseUrl ? `http://127.0.0.1:${port}` : platform.baseUrl
  return {
    server,
    platform,
    url,
    database,
    tenant: (name) => makeTenant(platform, name ? { name } : {}),
    member: async ({ tenant }, role = 'agent', name) => {
      const { actor, email } = await makeMember(tenant, { role, ...(name ? { name } : {}) })
      const cookie = await makeSession(platform, actor.userId)
      return { ...clientOf(url, { cookie }), actor, email }
    },
    guest: async ({ tenant }) => {
      const { actor, token } = await makeGuest(tenant)
      return { ...clientOf(url, { authorization: `Bearer ${token}` }), actor }
    },
    customer: async ({ tenant, slug }) => {
      const { userId, email } = await makeAccount(platform)
      const { token } = await makeGuest(tenant)
      const cookie = await makeSession(platform, userId)
      const client = clientOf(url, { authorization: `Bearer ${token}`, cookie })
      await client.call(enterPortal, { params: { slug } })
      return { ...client, userId, email }
    },
    visitor: () => clientOf(url),
    secondNode: async () => {
      const node = await start()
      otherNodes.push(node)
      return {
        ...node,
        stop: async () => {
          otherNodes.splice(otherNodes.indexOf(node), 1)
          await node.stop()
        },
      }
    },
    stopOtherNodes,
    stop: async () => {
      await stopOtherNodes()
      await server.stop()
      await database.drop()
      // The search thread, which outlives this server, may be writing a file of vectors there.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}
