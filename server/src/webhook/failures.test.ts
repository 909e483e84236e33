import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { listAlerts } from '#contracts/notification/alert.ts'
import { moveTicket } from '#contracts/ticket/ticket.ts'
import { changeWebhook, replayFailed } from '#contracts/webhook/webhook.ts'
import type { Harness } from '#test/harness.ts'
import { HOUR_MS, LONG, movableClock, startSending, stopReceivers, webhookBusiness } from './fixture-business.ts'
import type { Receiver } from './fixture-receiver.ts'

const clock = movableClock()
let h: Harness
beforeAll(async () => {
  h = await startSending(clock)
})
afterEach(stopReceivers)
afterAll(() => h.stop())

const business = (events: string[], url?: string) => webhookBusiness(h, clock, events, url)

describe('an address that fails', () => {
  it('[D4] gets the events of a ticket in their order: the next one only after the one before arrived', async () => {
    const { receiver, open, maya, has, due, log } = await business(['ticket.created', 'ticket.changed'])
    receiver.answer((response) => void response.writeHead(500).end('broken'))
    const ticket = await open()
    await has(1)
    await maya.call(moveTicket, {
      params: { ticketId: ticket.id },
      body: { version: ticket.version, status: 'in-progress' },
    })
    const other = await open('Another')
    await vi.waitFor(() => expect(JSON.stringify(receiver.received)).toContain(other.id), LONG)
    expect(receiver.received.map(({ event }) => event)).not.toContain('ticket.changed')
    receiver.answer((response) => void response.end())
    const failed = await log()
    expect(failed.find(({ attempts }) => attempts > 0)).toMatchObject({
      state: 'pending',
      fault: 'status',
      status: 500,
      answer: 'broken',
    })
    await due(15_000)
    await vi.waitFor(() => expect(receiver.received.map(({ event }) => event)).toContain('ticket.changed'), LONG)
    const ofTicket = receiver.received.filter(({ body }) => JSON.stringify(body).includes(ticket.id))
    expect(ofTicket.map(({ event }) => event)).toEqual(['ticket.created', 'ticket.created', 'ticket.changed'])
    // The second attempt has the id of the first.
    expect(ofTicket[0]?.id).toBe(ofTicket[1]?.id)
  })

  it('[D4] is tried for a day, then switched off with a notice, and sends everything that failed once it is on again', async () => {
    const { receiver, open, has, due, webhook, log, maya, id, params } = await business(['ticket.created'])
    receiver.answer((response) => void response.writeHead(503).end())
    await open()
    await has(1)
    const isTried = (times: number) => vi.waitFor(async () => expect((await log())[0]?.attempts).toBe(times), LONG)
    await isTried(1)
    for (let times = 2; (await webhook())?.state === 'on' && times < 30; times += 1) {
      await due(2 * HOUR_MS)
      await isTried(times)
    }
    expect((await webhook())?.state).toBe('failing')
    expect(receiver.received.length).toBeGreaterThan(8)
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1)
    expect(await log()).toMatchObject([{ state: 'failed' }])
    const { items } = await maya.call(listAlerts, { query: {} })
    expect(items.map(({ kind }) => kind)).toContain('webhook_off')
    await open('While it is off')
    expect(await log()).toHaveLength(1)
    receiver.answer((response) => void response.end())
    const version = (await webhook())?.version ?? 0
    expect(await maya.call(changeWebhook, { params, body: { version, isOn: true } })).toMatchObject({
      id,
      state: 'on',
      failingSince: null,
    })
    const since = new Date(clock.now().getTime() - 48 * HOUR_MS).toISOString()
    expect(await maya.call(replayFailed, { params, body: { since } })).toEqual({ deliveries: 1 })
    await vi.waitFor(async () => expect(await log()).toMatchObject([{ state: 'delivered' }]), LONG)
  })

  it.each([
    ['hangs', 'timeout', () => undefined],
    [
      'redirects to a private address',
      'redirect',
      (response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    ],
  ] as [string, string, Parameters<Receiver['answer']>[0]][])(
    '[D4] because it %s: the log says so, and it is tried again with the same id',
    { timeout: 60_000 },
    async (_, fault, how) => {
      const { receiver, open, has, due, log } = await business(['ticket.created'])
      receiver.answer(how)
      await open()
      await vi.waitFor(async () => expect(await log()).toMatchObject([{ state: 'pending', attempts: 1, fault }]), LONG)
      receiver.answer((response) => void response.end())
      await due(15_000)
      await vi.waitFor(async () => expect(await log()).toMatchObject([{ state: 'delivered', attempts: 2 }]), LONG)
      await has(2)
      expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1)
    },
  )

  it('[D4] because it is in a private network is never called', async () => {
    const { open, log } = await business(['ticket.created'], 'http://10.1.2.3/hook')
    await open()
    await vi.waitFor(async () => expect(await log()).toMatchObject([{ attempts: 1, fault: 'refused_address' }]), LONG)
  })
})
