import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TicketId, WebhookId } from '#contracts/ids.ts'
import { createTicket } from '#contracts/ticket/ticket.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getDelivery,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
} from '#contracts/webhook/webhook.ts'
import { grantPlan } from '#server/billing/service.ts'
import { domainEvents } from '#server/domain-events.ts'
import { measureCall } from '#test/database-use.ts'
import type { Harness } from '#test/harness.ts'
import { HOUR_MS, LONG, movableClock, newId, startSending, stopReceivers, webhookBusiness } from './fixture-business.ts'
import { isSigned, type Receiver } from './fixture-receiver.ts'
import { deleteOldDeliveries, sendWebhooks } from './jobs.ts'

const MINUTE_MS = 60_000
const clock = movableClock()
let h: Harness
beforeAll(async () => {
  h = await startSending(clock)
})
afterEach(stopReceivers)
afterAll(() => h.stop())

const business = (events: string[], url?: string) => webhookBusiness(h, clock, events, url)

describe('a webhook', () => {
  it('[D4] is told of an event after its commit, signed, once, with the payload of the event', async () => {
    const { receiver, secret, open, has, logged, log } = await business(['ticket.created'])
    const ticket = await open()
    await has(1)
    const [received] = receiver.received
    expect(received).toMatchObject({
      event: 'ticket.created',
      body: { event: 'ticket.created', version: 1, data: { ticket: { id: ticket.id, subject: 'Lamp' } } },
    })
    expect(received?.id).toBe(received?.body.id)
    expect(received && isSigned(received, secret, clock.now())).toBe(true)
    expect(received && isSigned(received, `${secret}x`, clock.now())).toBe(false)
    await logged('delivered')
    expect(await log()).toMatchObject([{ attempts: 1, status: 200, answer: 'thanks', fault: null }])
    expect(receiver.received).toHaveLength(1)
  })

  it('[D4] signed is refused by its receiver when somebody sends the recorded request again later', async () => {
    const { receiver, secret, open, has } = await business(['ticket.created'])
    await open()
    await has(1)
    const [recorded] = receiver.received
    expect(recorded && isSigned(recorded, secret, new Date(clock.now().getTime() + 6 * MINUTE_MS))).toBe(false)
    const changed = recorded && { ...recorded, raw: recorded.raw.replace('Lamp', 'Ramp') }
    expect(changed && isSigned(changed, secret, clock.now())).toBe(false)
  })

  it('[D4] may want every event the product has, and none of what was undone', async () => {
    const { receiver, maya, open, write, has, tenant } = await business(['*'])
    const { events } = await maya.call(listWebhooks, {})
    expect(events.map(({ name }) => name).sort()).toEqual(domainEvents.map(({ name }) => name).sort())
    const ticket = await open()
    await has(1)
    await write(ticket.id, 'A secret note')
    await vi.waitFor(
      () =>
        expect(receiver.received.map(({ event }) => event)).toEqual(
          expect.arrayContaining(['ticket.created', 'message.appended']),
        ),
      LONG,
    )
    expect(JSON.stringify(receiver.received)).not.toContain('A secret note')
    const before = receiver.received.length
    const undone = tenant.tx(async (t) => {
      await t.emit(domainEvents.find(({ name }) => name === 'models.changed') as never, {} as never)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await sendWebhooks.run(h.platform)
    await new Promise((done) => setTimeout(done, 200))
    expect(receiver.received.slice(before).map(({ event }) => event)).not.toContain('models.changed')
  })

  it('[D4] is told nothing of another business, and a business without one stores nothing', async () => {
    const { receiver, open, has } = await business(['ticket.created'])
    const other = await h.tenant()
    const ann = await h.member(other, 'admin')
    await ann.call(createTicket, { body: { id: newId<TicketId>(), subject: 'Foreign', description: 'Foreign' } })
    await open()
    await has(1)
    expect(JSON.stringify(receiver.received)).not.toContain('Foreign')
    const stored = await other.tenant.read((t) =>
      t.sql('SELECT 1 FROM webhook_delivery WHERE tenant_id = $1', [t.tenantId]),
    )
    expect(stored).toEqual([])
  })

  it('[D4] of two businesses may have the same id: neither sees, changes, signs as or removes the other one’s', async () => {
    const one = await business(['ticket.created'])
    const { maya: ann } = await business(['ticket.created'])
    const before = await one.webhook()
    const params = { webhookId: one.id }
    const given = { url: 'https://hooks.example.com/other', events: ['*'] }
    const created = await ann.call(createWebhook, { body: { id: one.id, ...given } })
    expect(created.webhook).toMatchObject({ id: one.id, ...given })
    expect(created.secret).not.toBe(one.secret)
    const ofAnn = async () => (await ann.call(listWebhooks, {})).items.filter(({ id }) => id === one.id)
    expect(await ofAnn()).toEqual([created.webhook])
    const { version } = created.webhook
    await ann.call(changeWebhook, { params, body: { version, isOn: false } })
    await ann.call(rotateWebhookSecret, { params, body: { generation: created.webhook.secretGeneration } })
    await one.open()
    await one.logged('delivered')
    expect((await ann.call(listDeliveries, { params, query: {} })).items).toEqual([])
    await ann.call(deleteWebhook, { params })
    expect(await ofAnn()).toEqual([])
    expect(await one.webhook()).toEqual({ ...before, lastSuccessAt: expect.any(String) })
    expect(await one.log()).toHaveLength(1)
  })

  it('[D4] costs a business without one no statement', async () => {
    const { tenant } = await h.tenant()
    const emit = () =>
      tenant.tx(async (t) => {
        await t.sql('SELECT 1')
        await t.emit(domainEvents.find(({ name }) => name === 'models.changed') as never, {} as never)
      })
    await emit()
    await vi.waitFor(async () => expect((await measureCall(emit)).statements).toBeLessThanOrEqual(2), LONG)
  })
})

describe('the delivery log', () => {
  it('[D4] sends a delivery again with its id, and a test at once, also while the webhook is off', async () => {
    const { receiver, maya, open, has, logged, log, params, webhook } = await business(['ticket.created'])
    await open()
    await logged('delivered')
    const [first] = await log()
    const byId = { ...params, webhookDeliveryId: first?.id ?? newId() }
    await maya.call(replayDelivery, { params: byId })
    await has(2)
    expect(receiver.received.map(({ id }) => id)).toEqual([first?.id, first?.id])
    expect((await maya.call(getDelivery, { params: byId })).body).toBe(receiver.received[0]?.raw)
    const version = (await webhook())?.version ?? 0
    await maya.call(changeWebhook, { params, body: { version, isOn: false } })
    await maya.call(testWebhook, { params })
    await has(3)
    expect(receiver.received[2]?.event).toBe('webhook.test')
    receiver.answer((response) => void response.writeHead(404).end('no such hook'))
    await maya.call(testWebhook, { params })
    await vi.waitFor(
      async () => expect((await log())[0]).toMatchObject({ state: 'failed', status: 404, answer: 'no such hook' }),
      LONG,
    )
  })

  it('[D4] is signed by both secrets for a day after a new one was made', async () => {
    const { receiver, maya, open, has, params, secret, due } = await business(['ticket.created'])
    const rotated = await maya.call(rotateWebhookSecret, { params, body: { generation: 1 } })
    expect(rotated.secret).not.toBe(secret)
    await open()
    await has(1)
    const last = () => receiver.received.at(-1) as Receiver['received'][number]
    for (const one of [secret, rotated.secret]) expect(isSigned(last(), one, clock.now())).toBe(true)
    await due(25 * HOUR_MS)
    await open()
    await has(2)
    expect(isSigned(last(), rotated.secret, clock.now())).toBe(true)
    expect(isSigned(last(), secret, clock.now())).toBe(false)
    expect((await maya.fail(rotateWebhookSecret, { params, body: { generation: 1 } })).status).toBe(409)
  })

  it('[D4] keeps what arrived for a week', async () => {
    const { open, logged, log } = await business(['ticket.created'])
    await open()
    await logged('delivered')
    clock.move(6 * 24 * HOUR_MS)
    await deleteOldDeliveries.run(h.platform)
    expect(await log()).toHaveLength(1)
    clock.move(2 * 24 * HOUR_MS)
    await deleteOldDeliveries.run(h.platform)
    expect(await log()).toEqual([])
  })

  it('[D4] of a plan without access to the API says why nothing is sent, and 402 refuses a new webhook', async () => {
    const { maya, tenant, open, log, receiver } = await business(['ticket.created'])
    await tenant.tx((t) => grantPlan(t, { planId: 'monthly', source: 'owner' }))
    await open()
    await vi.waitFor(async () => expect(await log()).toMatchObject([{ state: 'failed', fault: 'plan' }]), LONG)
    expect(receiver.received).toEqual([])
    const body = { id: newId<WebhookId>(), url: receiver.url, events: ['*'] }
    expect((await maya.fail(createWebhook, { body })).status).toBe(402)
    expect((await maya.fail(createWebhook, { body: { ...body, events: ['no.such'] } })).status).toBe(400)
  })
})
