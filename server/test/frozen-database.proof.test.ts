import { realpath, rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { uploadFile } from '#contracts/conversation/file.ts'
import {
  getGuestConversation,
  sendGuestMessage,
  streamGuestConversation,
} from '#contracts/conversation/guest-conversation.ts'
import { streamDesk } from '#contracts/ticket/desk-stream.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { createTicket } from '#contracts/ticket/ticket.ts'
import { makeGuest } from '#server/customer/fixture.ts'
import { makeMember } from '#server/identity/fixture.ts'
import { readConfig } from '#server/platform/config.ts'
import { findCluster } from '#server/platform/db/embedded-cluster.ts'
import { processesIn, signalProcesses } from '#server/platform/db/processes.ts'
import { type Server, startServer } from '#server/serve.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { clientOf, pathOf, signInCookie } from './client.ts'
import { copyDataFolder } from './data-folder.ts'
import { startChat } from './proof/full-tenant.ts'
import { isReady } from './proof/server-process.ts'

/** Below the limit of a statement: who waits for that, because nothing notices the silence, waits longer. */
const NOTICED_MS = 9000

let dataDir: string
let server: Server
beforeAll(async () => {
  dataDir = await copyDataFolder(inject('preparedDataFolder'))
  const settings = { DEMO: 'false', LOG_LEVEL: 'silent', RATE_FACTOR: '10000', PORT: '0', DATA_DIR: dataDir }
  server = await startServer(readConfig(settings))
}, 120_000)
afterAll(async () => {
  await server?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Sends a signal to every process of the server's own PostgreSQL. */
async function signalDatabase(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const cluster = await realpath((await findCluster(dataDir)) as string)
  signalProcesses(processesIn(cluster), signal)
}

async function peopleOf() {
  const { platform } = server
  const { tenant, slug } = await makeTenant(platform)
  const guest = clientOf(platform.baseUrl, { authorization: `Bearer ${(await makeGuest(tenant)).token}` })
  const { email, password } = await makeMember(tenant, { role: 'admin' })
  const agent = clientOf(platform.baseUrl, { cookie: await signInCookie(platform.baseUrl, email, password) })
  return { tenant, slug, guest, agent, email, password, chat: await startChat(guest, slug) }
}
type People = Awaited<ReturnType<typeof peopleOf>>

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const id = () => crypto.randomUUID() as never

/** Requests of every kind that need the database. */
function requestsOf({ slug, guest, agent, email, password, chat }: People): [string, () => Promise<Response>][] {
  const visitor = clientOf(server.platform.baseUrl)
  const file = new FormData()
  file.append('file', new Blob(['text']), 'a.txt')
  const ticket = { id: id(), name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D' }
  return [
    ['list of tickets', () => agent.raw('/api/tickets')],
    ['session', () => agent.raw('/api/session')],
    ['new ticket', () => agent.raw(createTicket.path, json({ id: id(), subject: 'S', description: 'D' }))],
    ['upload', () => agent.raw(uploadFile.path, { method: 'POST', body: file })],
    ['desk stream', () => agent.raw(streamDesk.path)],
    ['chat stream', () => guest.raw(pathOf(streamGuestConversation, { params: chat.params }))],
    [
      'message',
      () => guest.raw(pathOf(sendGuestMessage, { params: chat.params }), json({ id: id(), body: 'x', fileIds: [] })),
    ],
    ['form', () => guest.raw(pathOf(submitTicket, { params: { slug } }), json(ticket))],
    ['sign-in', () => visitor.raw('/api/session', json({ email, password, portal: 'business' }))],
    ['new guest', () => visitor.raw(`/api/portal/${slug}/guest`, json({}))],
    ['unknown portal', () => visitor.raw(`/api/portal/never-seen-${crypto.randomUUID().slice(0, 8)}`)],
  ]
}

/** Sends messages one after the other; each is sent again under its id until it is acknowledged. */
function startSending({ guest, chat }: People) {
  const path = pathOf(sendGuestMessage, { params: chat.params })
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  let isOver = false
  const loop = async (): Promise<void> => {
    while (!isOver) {
      const message = { id: id() as string, body: `number ${acknowledged.length}`, fileIds: [] }
      for (let status = 0; status !== 201; ) {
        const response = await guest.raw(path, json(message))
        await response.text()
        status = response.status
        statuses.add(status)
      }
      acknowledged.push(message.id)
    }
  }
  const loops = Promise.all([loop(), loop(), loop()])
  const stop = async () => {
    isOver = true
    await loops
  }
  return { acknowledged, statuses, stop }
}

describe('a server whose database is frozen', () => {
  it('answers 503 before the limit of a statement, goes on by itself afterwards, and loses nothing it acknowledged', async () => {
    const people = await peopleOf()
    const { guest, chat } = people
    const visitor = clientOf(server.platform.baseUrl)
    const open = await guest.stream(pathOf(streamGuestConversation, { params: chat.params, query: { after: 0 } }))
    const sending = startSending(people)
    await expect.poll(() => sending.acknowledged.length, { timeout: 40_000 }).toBeGreaterThan(5)
    await signalDatabase('SIGSTOP')
    const frozenAt = performance.now()
    try {
      // First on connections that are open, then on new ones.
      for (const round of [1, 2]) {
        let slowestMs = 0
        const readiness = ['readiness', () => visitor.raw('/readyz')] as const
        const page = ['portal page', () => visitor.raw(`/support?tenant=${people.slug}-${round}`)] as const
        await Promise.all(
          [...requestsOf(people), readiness, page].map(async ([name, request]) => {
            const began = performance.now()
            const response = await request()
            const ms = performance.now() - began
            const text = await response.text()
            expect(response.status, `${name}: ${text}`).toBe(503)
            expect(text, name).toMatch(/temporarily unavailable\. Please try again|could not be loaded\./)
            expect(ms, name).toBeLessThan(NOTICED_MS)
            slowestMs = Math.max(slowestMs, ms)
          }),
        )
        process.stdout.write(
          `  database frozen: slowest of the 503 after ${Math.round(slowestMs)} ms (promised on an idle machine: 2000)\n`,
        )
      }
      expect((await visitor.raw('/livez')).status).toBe(200)
      // Longer than the connection for live events waits for an answer.
      await wait(Math.max(0, frozenAt + 11_500 - performance.now()))
    } finally {
      await signalDatabase('SIGCONT')
    }
    await expect.poll(() => isReady(server.platform.baseUrl), { timeout: 40_000 }).toBe(true)
    const before = sending.acknowledged.length
    await expect.poll(() => sending.acknowledged.length, { timeout: 40_000 }).toBeGreaterThan(before + 5)
    await sending.stop()
    expect([...sending.statuses].sort()).toEqual([201, 503])

    // Its stream ended, since events may have been missed; a new one hears what follows.
    await open.ended
    const { conversation } = await guest.call(getGuestConversation, { params: chat.params })
    const resumed = await guest.stream(
      pathOf(streamGuestConversation, { params: chat.params, query: { after: conversation.seq } }),
    )
    const last = id()
    await guest.call(sendGuestMessage, { params: chat.params, body: { id: last, body: 'the last one', fileIds: [] } })
    await resumed.waitFor('message.created', ({ message }) => message.id === last)
    const stored = await people.tenant.read((t) => t.sql<{ id: string }>('SELECT id FROM message'))
    const ids = new Set(stored.map((message) => message.id))
    expect(sending.acknowledged.filter((one) => !ids.has(one))).toEqual([])
    await expect
      .poll(async () => (await guest.call(getGuestConversation, { params: chat.params })).messages.at(-1)?.author, {
        timeout: 90_000,
        interval: 500,
      })
      .toBe('assistant')
    resumed.close()
  }, 300_000)
})
