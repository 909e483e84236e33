import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  getGuestConversation,
  sendGuestMessage,
  streamGuestConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { MessageId } from '#contracts/ids.ts'
import { streamDesk } from '#contracts/ticket/desk-stream.ts'
import { makeGuest } from '#server/customer/fixture.ts'
import { makeMember } from '#server/identity/fixture.ts'
import { readConfig } from '#server/platform/config.ts'
import { findCluster } from '#server/platform/db/embedded-cluster.ts'
import { processesIn, signalProcesses } from '#server/platform/db/processes.ts'
import { type Server, startServer } from '#server/serve.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { clientOf, pathOf, signInCookie, type TestClient } from './client.ts'
import { copyDataFolder } from './data-folder.ts'
import { copyDatabase, type TestDatabase } from './database.ts'
import { queryAsOwner } from './owner-query.ts'
import { type DatabaseProxy, startDatabaseProxy, urlThrough } from './proof/database-proxy.ts'
import { startChat } from './proof/full-tenant.ts'
import { isReady } from './proof/server-process.ts'
import { timeBound } from './time-bound.ts'

let dataDir: string
let database: TestDatabase
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'segue-outage-'))
  database = await copyDatabase()
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const MASTER_KEY = Buffer.alloc(32, 9).toString('base64')
const SETTINGS = { DEMO: 'false', LOG_LEVEL: 'silent', RATE_FACTOR: '10000', MASTER_KEY }

const sendMessage = (guest: TestClient, params: Awaited<ReturnType<typeof startChat>>['params'], body: string) =>
  guest.call(sendGuestMessage, { params, body: { id: crypto.randomUUID() as MessageId, body, fileIds: [] } })

async function createChat({ platform }: Server) {
  const { tenant, slug } = await makeTenant(platform)
  const guest = clientOf(platform.baseUrl, { authorization: `Bearer ${(await makeGuest(tenant)).token}` })
  const { email, password } = await makeMember(tenant, { role: 'admin' })
  const agent = clientOf(platform.baseUrl, { cookie: await signInCookie(platform.baseUrl, email, password) })
  return { slug, guest, agent, email, password, chat: await startChat(guest, slug) }
}

async function timed<T>(run: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now()
  return [await run(), performance.now() - began]
}

/** A chat stream that lives: after an earlier outage the server may still end what was opened since. */
async function openChatStream(guest: TestClient, { params }: Awaited<ReturnType<typeof startChat>>, path: string) {
  for (;;) {
    const stream = await guest.stream(path)
    const text = crypto.randomUUID()
    await sendMessage(guest, params, text)
    const arrived = stream.waitFor('message.created', ({ message }) => message.body === text)
    const isLive = await Promise.race([
      arrived.then(
        () => true,
        () => false,
      ),
      stream.ended.then(() => false),
    ])
    if (isLive) return stream
  }
}

const untilReady = async (url: string): Promise<void> => {
  while (!(await isReady(url))) await new Promise((resolve) => setTimeout(resolve, 50))
}

describe('a server whose database is unavailable', () => {
  let proxy: DatabaseProxy
  let server: Server
  let people: Awaited<ReturnType<typeof createChat>>
  beforeAll(async () => {
    proxy = await startDatabaseProxy(database.ownerUrl)
    const urls = {
      DATABASE_URL: urlThrough(proxy, database.ownerUrl),
      DATABASE_APP_URL: urlThrough(proxy, database.appUrl),
    }
    server = await startServer(readConfig({ ...SETTINGS, ...urls, PORT: '0', DATA_DIR: dataDir }), { isMigrated: true })
    people = await createChat(server)
  })
  afterAll(async () => {
    await server.stop()
    await proxy.close()
  })

  it('replies 503 under load to every request that it cannot serve, and becomes ready again', async () => {
    const { guest, agent, chat } = people
    const statuses = new Set<number>()
    const recent = new Set<number>()
    let isOver = false
    const path = pathOf(sendGuestMessage, { params: chat.params })
    const sendRequest = async (n: number) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ id: crypto.randomUUID(), body: 'under load', fileIds: [] })
      const response = await (n % 2 ? agent.raw('/api/tickets') : guest.raw(path, { method: 'POST', headers, body }))
      await response.arrayBuffer()
      statuses.add(response.status)
      recent.add(response.status)
    }
    const clients = Array.from({ length: 12 }, async (_, n) => {
      while (!isOver) await sendRequest(n)
    })
    const untilReplied = async (...expected: number[]) => {
      recent.clear()
      await expect.poll(() => expected.filter((status) => !recent.has(status)), { interval: 10 }).toEqual([])
    }
    for (let cut = 0; cut < 4; cut += 1) {
      await untilReplied(200, 201)
      await proxy.close()
      await untilReplied(503)
      await proxy.open()
    }
    isOver = true
    await Promise.all(clients)
    expect([...statuses].sort()).toEqual([200, 201, 503])
    await untilReady(server.platform.baseUrl)
  })

  it('replies 503 within 2.5 s without starting a session, and works again within 5 s without a restart', async () => {
    const { guest, agent, slug, chat, email, password } = people
    const url = server.platform.baseUrl
    const visitor = clientOf(url)
    await proxy.close()
    const json = (body: unknown) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const calls: [string, () => Promise<Response>][] = [
      ['tickets', () => agent.raw('/api/tickets')],
      ['session of a member', () => agent.raw('/api/session')],
      ['desk stream', () => agent.raw(streamDesk.path)],
      ['chatStream chats', () => guest.raw(`/api/portal/${slug}/conversations`)],
      [
        'message',
        () =>
          guest.raw(
            pathOf(sendGuestMessage, { params: chat.params }),
            json({ id: crypto.randomUUID(), body: 'x', fileIds: [] }),
          ),
      ],
      ['chat stream', () => guest.raw(pathOf(streamGuestConversation, { params: chat.params }))],
      ['sign-in', () => visitor.raw('/api/session', json({ email, password, portal: 'business' }))],
      ['guest session', () => visitor.raw(`/api/portal/${slug}/guest`, json({}))],
      ['an unknown portal', () => visitor.raw('/api/portal/unknown', { headers: {} })],
      ['readiness', () => visitor.raw('/readyz')],
    ]
    // Twice: first with connections that were open, then without any; and several at once.
    let slowestMs = 0
    for (const times of [1, 4]) {
      await Promise.all(
        calls.flatMap(([name, call]) =>
          Array.from({ length: times }, async () => {
            const [response, ms] = await timed(call)
            const text = await response.text()
            expect(response.status, `${name}: ${text}`).toBe(503)
            expect(JSON.parse(text).error, name).toMatchObject({ code: 'unavailable' })
            expect(response.headers.get('retry-after'), name).toBe('2')
            expect(response.headers.getSetCookie(), name).toEqual([])
            expect(text, name).not.toMatch(/ECONN|127\.0\.0\.1|postgres/)
            slowestMs = Math.max(slowestMs, ms)
          }),
        ),
      )
    }
    expect(slowestMs).toBeLessThan(timeBound(2500))
    const page = await visitor.raw(`/support?tenant=${slug}`, { headers: { 'accept-language': 'en' } })
    expect(page.status).toBe(503)
    expect(await page.text()).toContain('This support page could not be loaded. Check your connection and try again.')
    const [alive, aliveMs] = await timed(() => visitor.raw('/livez'))
    expect(alive.status).toBe(200)
    expect(aliveMs).toBeLessThan(timeBound(500))

    await proxy.open()
    const [, backMs] = await timed(() => untilReady(url))
    expect(backMs).toBeLessThan(timeBound(5000))
    expect((await agent.raw('/api/tickets')).status).toBe(200)
    expect((await agent.raw('/api/session').then((response) => response.json())).user.email).toBe(email)
    await sendMessage(guest, chat.params, 'back again')
  })

  it('ends open streams afterwards, which resume with what they missed', async () => {
    const { guest, agent, chat } = people
    const { conversation } = await guest.call(getGuestConversation, { params: chat.params })
    const path = pathOf(streamGuestConversation, { params: chat.params, query: { after: conversation.seq } })
    const chatStream = await openChatStream(guest, chat, path)
    const desk = await agent.stream(streamDesk.path)
    await proxy.close()
    await new Promise((resolve) => setTimeout(resolve, 600))
    await proxy.open()
    await Promise.all([chatStream.ended, desk.ended])
    await sendMessage(guest, chat.params, 'after the outage')
    const resumed = await guest.stream(path)
    await resumed.waitFor('message.created', ({ message }) => message.body === 'after the outage')
    resumed.close()
  })

  it('answers, after the outage, a message that was sent right before it', async () => {
    const { guest, chat } = people
    await sendMessage(guest, chat.params, 'is anybody there')
    await proxy.close()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await proxy.open()
    await untilReady(server.platform.baseUrl)
    await sendMessage(guest, chat.params, 'and now')
    // An interrupted answer holds its lease for 40 s; the lease is ended here so that the test seldom waits for that.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await queryAsOwner(
      database.ownerUrl,
      `UPDATE conversation SET answer_lease_until = now(), answer_due_at = now() - interval '1 minute' WHERE answer_lease_until IS NOT NULL`,
    )
    const isAnswered = async () => {
      const { messages } = await guest.call(getGuestConversation, { params: chat.params })
      return messages.findLast(({ author }) => author !== 'system')?.author === 'assistant'
    }
    await expect.poll(isAnswered, { timeout: 90_000, interval: 200 }).toBe(true)
  }, 200_000)
})

describe('the built-in PostgreSQL', () => {
  it('is restarted after it is killed under the running server, with every acknowledged message', async () => {
    const folder = await copyDataFolder(inject('preparedDataFolder'))
    const server = await startServer(readConfig({ ...SETTINGS, PORT: '0', DATA_DIR: folder }))
    try {
      const { guest, chat } = await createChat(server)
      await sendMessage(guest, chat.params, 'right before')
      const cluster = await realpath((await findCluster(folder)) as string)
      signalProcesses(processesIn(cluster), 'SIGKILL')
      const [, backMs] = await timed(async () => {
        await new Promise((resolve) => setTimeout(resolve, 100))
        await untilReady(server.platform.baseUrl)
      })
      process.stdout.write(`  PostgreSQL killed: ready again after ${Math.round(backMs)} ms\n`)
      const { messages } = await guest.call(getGuestConversation, { params: chat.params })
      expect(messages.map(({ body }) => body)).toContain('right before')
      await sendMessage(guest, chat.params, 'right after')
      expect(backMs).toBeLessThan(timeBound(8000))
    } finally {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  }, 120_000)
})
