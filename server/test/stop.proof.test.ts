import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { sendGuestMessage, streamGuestConversation } from '#contracts/conversation/guest-conversation.ts'
import type { MessageId } from '#contracts/ids.ts'
import { makeGuest } from '#server/customer/fixture.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { Platform } from '#server/platform/platform.ts'
import { startServer } from '#server/serve.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { clientOf, pathOf } from './client.ts'
import { copyDataFolder } from './data-folder.ts'
import { copyDatabase, type TestDatabase } from './database.ts'
import { queryAsOwner } from './owner-query.ts'
import { startChat } from './proof/full-tenant.ts'
import { databaseProcesses, endDatabase, freePort, startProcess } from './proof/server-process.ts'
import { timeBound } from './time-bound.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await copyDataFolder(inject('preparedDataFolder'))
})
afterEach(async () => {
  await endDatabase(dataDir)
  await rm(dataDir, { recursive: true, force: true })
})

const configOf = (env: Record<string, string> = {}) =>
  readConfig({ DEMO: 'false', LOG_LEVEL: 'silent', PORT: '0', DATA_DIR: dataDir, ...env })

const failing = (text: string) => () => Promise.reject(new Error(text))

describe('a server with the built-in PostgreSQL', { timeout: 300_000 }, () => {
  it('ends PostgreSQL also when another part cannot be stopped, and reports that error', async () => {
    const mail: Mailer = { kind: 'files', send: async () => undefined, stop: failing('the mailer hangs') }
    const server = await startServer(configOf(), { mail })
    expect((await databaseProcesses(dataDir)).length).toBeGreaterThan(0)
    await expect(server.stop()).rejects.toThrow('the mailer hangs')
    expect(await databaseProcesses(dataDir)).toEqual([])
  })

  it('accepts no connections any more when its start fails after it began to listen', async () => {
    const port = await freePort()
    const prepare = async ({ jobs }: Platform) => {
      jobs.work = failing('no workers')
    }
    await expect(startServer(configOf({ PORT: String(port) }), {}, { prepare })).rejects.toThrow('no workers')
    await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow('fetch failed')
    expect(await databaseProcesses(dataDir)).toEqual([])
  })
})

describe('a server on a database of the operator', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await copyDatabase()
  })
  afterEach(() => database.drop())

  /** A request whose headers have arrived and whose body has not. */
  function openRequest(url: string, path: string, bearer: string, text: string) {
    const body = JSON.stringify({ id: crypto.randomUUID(), body: text, fileIds: [] })
    const call = request(`${url}${path}`, {
      method: 'POST',
      headers: {
        authorization: bearer,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        expect: '100-continue',
      },
    })
    const accepted = once(call, 'continue')
    const status = new Promise<number | string>((resolve) => {
      call.on('response', (response) => resolve(response.resume().statusCode ?? 0))
      call.on('error', (error) => resolve(error.message))
    })
    call.flushHeaders()
    return { accepted, status, finish: () => call.end(body) }
  }

  it('finishes accepted requests at its stop, ends streams and exits with 0 within 10 s', async () => {
    const env = { DATABASE_URL: database.ownerUrl, DATABASE_APP_URL: database.appUrl, DATA_DIR: dataDir }
    const settings = { DEMO: 'false', LOG_LEVEL: 'error', RATE_FACTOR: '10000', ...env }
    const running = await startProcess({ ...settings, PORT: String(await freePort()) })
    const seeding = await startServer(readConfig({ ...settings, PORT: '0', ROLE: 'web' }), { isMigrated: true })
    const { tenant, slug } = await makeTenant(seeding.platform)
    const bearer = `Bearer ${(await makeGuest(tenant)).token}`
    await seeding.stop()
    const guest = clientOf(running.url, { authorization: bearer })
    const { params, conversationId } = await startChat(guest, slug)
    const streams = await Promise.all(
      Array.from({ length: 5 }, () => guest.stream(pathOf(streamGuestConversation, { params, query: { after: 0 } }))),
    )
    const path = pathOf(sendGuestMessage, { params })
    const open = Array.from({ length: 12 }, (_, n) => openRequest(running.url, path, bearer, `slow ${n}`))
    const question = { id: crypto.randomUUID() as MessageId, body: 'to be answered', fileIds: [] }
    await guest.call(sendGuestMessage, { params, body: question })
    await Promise.all(open.map(({ accepted }) => accepted))
    const began = performance.now()
    running.child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 400))
    for (const one of open) one.finish()
    expect(await Promise.all(open.map(({ status }) => status))).toEqual(open.map(() => 201))
    await Promise.all(streams.map((stream) => stream.ended))
    expect(await running.exited, running.output()).toBe(0)
    expect(performance.now() - began).toBeLessThan(timeBound(10_000))
    const stored = await queryAsOwner<{ n: number }>(
      database.ownerUrl,
      "SELECT count(*)::int AS n FROM message WHERE conversation_id = $1 AND body LIKE 'slow %'",
      [conversationId],
    )
    expect(stored[0]?.n).toBe(12)
    // An answer under way was finished or is still due, and no lease is left.
    const [chat] = await queryAsOwner<{ due: boolean; held: boolean; cut: number }>(
      database.ownerUrl,
      `SELECT answer_due_at IS NOT NULL AS due, answer_lease_until IS NOT NULL AS held,
         (SELECT count(*)::int FROM message m WHERE m.conversation_id = c.id AND m.state = 'streaming') AS cut
       FROM conversation c WHERE id = $1`,
      [conversationId],
    )
    expect(chat).toMatchObject({ held: false, cut: 0 })
  }, 120_000)
})
