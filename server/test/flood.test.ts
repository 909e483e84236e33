import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { uploadGuestFile } from '#contracts/conversation/file.ts'
import { sendGuestMessage, startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { TicketId } from '#contracts/ids.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { createTicket } from '#contracts/ticket/ticket.ts'
import { readOutbox } from '#server/notification/fixture.ts'
import { tenantOf } from '#server/platform/platform.ts'
import type { Server } from '#server/serve.ts'
import { reportFlood } from '#server/tenant/service.ts'
import { CallFailure, clientOf, type TestClient } from './client.ts'
import { type Harness, startHarness, type TestTenant } from './harness.ts'

/** A clock that a test moves, so that no budget comes back by itself. */
let now = Date.parse('2026-03-02T09:00:00Z')
const clock = { now: () => new Date(now) }
const HOUR_MS = 3_600_000

let h: Harness
let otherNode: Server
beforeAll(async () => {
  const env = {
    RATE_FACTOR: '1',
    TRUST_PROXY: '1',
    ADDRESS_TICKETS_PER_HOUR: '6',
    TENANT_TICKETS_PER_HOUR: '15',
    ADDRESS_WRITES_PER_MINUTE: '8',
    ADDRESS_UPLOAD_MB_PER_HOUR: '7',
    TENANT_STREAMS: '3',
    GUEST_UNSENT_MB: '2',
    TENANT_STORAGE_MB: '10',
  }
  h = await startHarness({ env, overrides: { clock } })
  otherNode = await h.secondNode()
})
afterAll(() => h.stop())

let addresses = 0
/** An address that no other test uses. */
const newAddress = () => {
  addresses += 1
  return `203.0.113.${addresses}`
}

const guestAt = async (made: TestTenant, address: string): Promise<TestClient> => {
  const { headers } = await h.guest(made)
  return clientOf(h.url, { ...headers, 'x-forwarded-for': address })
}

const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 201,
    (error: unknown) => {
      if (error instanceof CallFailure) return error.status
      throw error
    },
  )

const ticket = (made: TestTenant, guest: TestClient) =>
  guest.call(submitTicket, {
    params: { slug: made.slug },
    body: {
      id: randomUUID() as TicketId,
      name: 'A',
      email: `${randomUUID()}@example.com`,
      subject: 'S',
      description: 'D',
    },
  })

const upload = async (made: TestTenant, guest: TestClient, kilobytes: number) => {
  const form = new FormData()
  form.append('file', new Blob(['words and more '.repeat((kilobytes * 1024) / 15)]), 'note.txt')
  const path = uploadGuestFile.path.replace(':slug', made.slug)
  const response = await guest.raw(path, { method: 'POST', body: form })
  return { status: response.status, body: await response.json() }
}

const countOf = (statuses: number[], status: number) => statuses.filter((one) => one === status).length

const floodNotices = async (made: TestTenant) => {
  const rows = await made.tenant.read((t) =>
    t.sql<{ action: string }>(`SELECT action FROM activity_log WHERE type = 'flood_held_back'`),
  )
  return rows.map(({ action }) => action)
}

describe('live streams of a business', () => {
  it('are refused beyond their bound with what to do, others are not, and the team is told', async () => {
    const [made, other] = [await h.tenant(), await h.tenant()]
    const [admin, agent] = [await h.member(made, 'admin'), await h.member(other)]
    const beside = await agent.stream('/api/stream')
    const streams = [
      await admin.stream('/api/stream'),
      await admin.stream('/api/stream'),
      await admin.stream('/api/stream'),
    ]
    const refused = await admin.raw('/api/stream')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect((await refused.json()).error.message).toContain('as many live connections open as it may have')
    ;(await agent.stream('/api/stream')).close()
    await expect.poll(() => floodNotices(made), { timeout: 40_000 }).toHaveLength(1)
    expect((await streams[0]?.waitFor('flood.held_back'))?.what).toBe('share')
    streams[0]?.close()
    await expect
      .poll(async () => statusOf(admin.stream('/api/stream').then((again) => again.close())), { timeout: 40_000 })
      .toBe(201)
    beside.close()
    // Alone it may have more than three.
    const more = async () => statusOf(admin.stream('/api/stream').then((again) => streams.push(again)))
    for (let n = 0; n < 4; n += 1) await expect.poll(more, { timeout: 40_000 }).toBe(201)
    for (const stream of streams) stream.close()
  })
})

describe('a flood of guests at one address', () => {
  it('spends one budget of tickets, whoever writes them; other addresses and members go on', async () => {
    const made = await h.tenant()
    const address = newAddress()
    const guests = await Promise.all(Array.from({ length: 20 }, () => guestAt(made, address)))
    const statuses = await Promise.all(guests.map((guest) => statusOf(ticket(made, guest))))
    expect([countOf(statuses, 201), countOf(statuses, 429)]).toEqual([6, 14])
    expect(await statusOf(ticket(made, await guestAt(made, newAddress())))).toBe(201)
    const agent = await h.member(made)
    const body = { id: randomUUID() as TicketId, subject: 'S', description: 'D', customerName: 'A' }
    expect((await agent.call(createTicket, { body: { ...body, priority: 'low', category: 'general' } })).number).toBe(8)
  })

  it('spends one budget of messages and chats, which comes back within a minute', async () => {
    const made = await h.tenant()
    const address = newAddress()
    const guest = await guestAt(made, address)
    const conversationId = randomUUID() as never
    const params = { slug: made.slug }
    await guest.call(startConversation, { params, body: { id: conversationId, context: 'general' } })
    const send = () =>
      guest.call(sendGuestMessage, {
        params: { ...params, conversationId },
        body: { id: randomUUID() as never, body: 'Hello', fileIds: [] },
      })
    for (let n = 0; n < 7; n += 1) await send()
    const other = await guestAt(made, address)
    const start = { params, body: { id: randomUUID() as never, context: 'general' as const } }
    const refused = await other.fail(startConversation, start)
    expect([refused.status, refused.error.message]).toEqual([
      429,
      'Many requests come from your network right now. Please try again in 1 min.',
    ])
    now += 60_000
    expect(await statusOf(other.call(startConversation, start))).toBe(201)
  })

  it('spends one budget of uploaded megabytes', async () => {
    const made = await h.tenant()
    const address = newAddress()
    const statuses: number[] = []
    for (let n = 0; n < 8; n += 1) statuses.push((await upload(made, await guestAt(made, address), 100)).status)
    expect(statuses).toEqual([...Array(7).fill(201), 429])
    expect((await upload(made, await guestAt(made, newAddress()), 100)).status).toBe(201)
  })

  it('spends the budget of the business when it comes from many addresses', async () => {
    const [made, other] = [await h.tenant(), await h.tenant()]
    const guests = await Promise.all(Array.from({ length: 20 }, () => guestAt(made, newAddress())))
    const statuses = await Promise.all(guests.map((guest) => statusOf(ticket(made, guest))))
    expect([countOf(statuses, 201), countOf(statuses, 429)]).toEqual([15, 5])
    expect(await statusOf(ticket(other, await guestAt(other, newAddress())))).toBe(201)
  })

  it('is announced to the team once an hour over all nodes: live, in the activity, and by mail to owner and admins', async () => {
    const made = await h.tenant()
    const owner = await h.member(made, 'owner')
    await h.member(made, 'agent')
    const desk = await owner.stream('/api/stream')
    const flood = async (url: string) => {
      const { headers } = await h.guest(made)
      const guest = clientOf(url, { ...headers, 'x-forwarded-for': '198.51.100.7' })
      for (let n = 0; n < 8; n += 1) await statusOf(ticket(made, guest))
    }
    await Promise.all([flood(h.url), flood(otherNode.platform.baseUrl)])
    await desk.waitFor('flood.held_back', (event) => event.what === 'tickets')
    await vi.waitFor(async () => expect(await floodNotices(made)).toHaveLength(1))
    now += 2 * 60_000
    await reportFlood(made.tenant, 'writes')
    await reportFlood(tenantOf(otherNode.platform, made.tenant.id), 'writes')
    expect(await floodNotices(made)).toEqual(['Tickets of guests held back: too many at once'])
    const mails = (await readOutbox(made.tenant)).filter(({ type }) => type === 'flood_held_back')
    expect(mails.map(({ to }) => to)).toEqual([owner.email])
    expect(mails[0]?.text).toContain('More tickets arrive at your portal than your limit allows.')
    expect(mails[0]?.text).toContain('resolve and delete them')
    now += HOUR_MS
    await reportFlood(made.tenant, 'writes')
    expect(await floodNotices(made)).toHaveLength(2)
    desk.close()
  })
})

describe('space for files', () => {
  it('is limited for what a guest has not sent yet, exactly under concurrent uploads, and free again once it is sent', async () => {
    const made = await h.tenant()
    const guest = await guestAt(made, newAddress())
    const replies = await Promise.all(Array.from({ length: 5 }, () => upload(made, guest, 600)))
    const accepted = replies.filter(({ status }) => status === 201)
    const refused = replies.filter(({ status }) => status === 413)
    expect([accepted.length, refused.length]).toEqual([3, 2])
    expect(refused[0]?.body.error).toMatchObject({ code: 'too_large', reason: 'unsent_files_full' })
    expect(refused[0]?.body.error.message).toMatch(/^Your uploads that are not sent yet use 2 MB/)
    const conversationId = randomUUID() as never
    const params = { slug: made.slug }
    await guest.call(startConversation, { params, body: { id: conversationId, context: 'general' } })
    await guest.call(sendGuestMessage, {
      params: { ...params, conversationId },
      body: { id: randomUUID() as never, body: '', fileIds: accepted.map(({ body }) => body.id) },
    })
    expect((await upload(made, guest, 600)).status).toBe(201)
  })

  it('of a business is full for guests at nine tenths, members have the rest, and the team is notified', async () => {
    const made = await h.tenant()
    const statuses: number[] = []
    for (let n = 0; n < 10; n += 1) {
      const guest = await guestAt(made, newAddress())
      statuses.push((await upload(made, guest, 950)).status)
    }
    expect(statuses).toEqual([...Array(9).fill(201), 413])
    await vi.waitFor(async () =>
      expect(await floodNotices(made)).toEqual(['Uploads held back: the space for attachments is full']),
    )
    const form = () => {
      const body = new FormData()
      body.append('file', new Blob(['words and more '.repeat(64_000)]), 'note.txt')
      return { method: 'POST', body }
    }
    const agent = await h.member(made)
    expect((await agent.raw('/api/files', form())).status).toBe(201)
    const full = await agent.raw('/api/files', form())
    expect([full.status, (await full.json()).error.message]).toEqual([
      413,
      'There is no space for more files at this business right now. Send your message without the file.',
    ])
  })
})
