import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startSupportAccess } from '#contracts/owner/support-access.ts'
import {
  changeWebhook,
  deleteWebhook,
  replayDelivery,
  replayFailed,
  rotateWebhookSecret,
} from '#contracts/webhook/webhook.ts'
import { makeApiKey } from '#server/api-key/fixture.ts'
import { makeOwner } from '#server/owner/fixture.ts'
import { clientOf } from '#test/client.ts'
import type { Harness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { LONG, movableClock, startSending, stopReceivers, webhookBusiness } from './fixture-business.ts'

const clock = movableClock()
let h: Harness
beforeAll(async () => {
  h = await startSending(clock)
})
afterEach(stopReceivers)
afterAll(() => h.stop())

type Row = { action: string; actor_email: string; address: string | null; detail: Record<string, unknown> }

describe('what is done with webhooks', () => {
  it('[D4] is in the audit log with who did it, from where, and by which key: made, changed, a new secret, sent again, removed', async () => {
    const { maya, tenant, params, open, logged, log, receiver, webhook } = await webhookBusiness(h, clock, [
      'ticket.created',
    ])
    await open()
    await logged('delivered')
    const key = await makeApiKey(tenant, maya.actor, { scopes: ['webhooks:manage'] })
    const program = clientOf(h.url, { authorization: `Bearer ${key.key}` })
    const version = async () => (await webhook())?.version ?? 0
    const events = ['ticket.created', 'ticket.changed']
    await program.call(changeWebhook, { params, body: { version: await version(), events } })
    await maya.call(rotateWebhookSecret, { params, body: { generation: 1 } })
    const webhookDeliveryId = (await log())[0]!.id
    await maya.call(replayDelivery, { params: { ...params, webhookDeliveryId } })
    const since = new Date(clock.now().getTime() - 60_000).toISOString()
    await maya.call(replayFailed, { params, body: { since } })
    await maya.call(deleteWebhook, { params })
    const rows = await queryAsOwner<Row>(
      h.database.ownerUrl,
      `SELECT action, actor_email, address, detail FROM auth.audit_log WHERE tenant_id = $1 AND action LIKE 'webhook%' ORDER BY at`,
      [tenant.id],
    )
    expect(rows.map(({ action, detail }) => [action, detail])).toEqual([
      ['webhook_created', expect.objectContaining({ events: ['ticket.created'] })],
      ['webhook_changed', expect.objectContaining({ apiKeyId: key.id, events: events.toSorted(), state: 'on' })],
      ['webhook_secret_created', expect.objectContaining({ generation: 2 })],
      ['webhook_replayed', expect.objectContaining({ webhookDeliveryId })],
      ['webhook_replayed', expect.objectContaining({ since, deliveries: 0 })],
      ['webhook_removed', expect.anything()],
    ])
    const host = new URL(receiver.url).host
    for (const { actor_email, address, detail } of rows) {
      expect([actor_email, address]).toEqual([maya.email, '127.0.0.1'])
      expect(detail).toMatchObject({ webhookId: params.webhookId, host })
    }
  })

  it('[D4] the platform’s support changes no webhook: where events go would outlive its hour', async () => {
    const { tenant, params, webhook, receiver } = await webhookBusiness(h, clock, ['ticket.created'])
    const owner = await makeOwner(h)
    await owner.call(startSupportAccess, { params: { tenantId: tenant.id }, body: { reason: 'Mails do not arrive' } })
    const body = { version: (await webhook())?.version ?? 0, url: 'https://hooks.example.net/other' }
    expect((await owner.fail(changeWebhook, { params, body })).status).toBe(403)
    expect((await webhook())?.url).toBe(receiver.url)
  })
})

describe('the places of deliveries under way', () => {
  it('[D4] one business takes a part of them, however many of its addresses hang: what others are told leaves meanwhile', async () => {
    const hanging = await webhookBusiness(h, clock, ['ticket.created'])
    hanging.receiver.answer(() => undefined)
    await hanging.tenant.tx((t) =>
      t.sql(
        `INSERT INTO webhook (tenant_id, id, url, events, state, created_at, secret_at)
         SELECT tenant_id, gen_random_uuid(), url, events, state, created_at, secret_at FROM webhook, generate_series(1, 9)
         WHERE tenant_id = $1`,
        [t.tenantId],
      ),
    )
    for (let n = 0; n < 10; n += 1) await hanging.open(`Lamp ${n}`)
    await vi.waitFor(() => expect(hanging.receiver.received.length).toBeGreaterThanOrEqual(16), LONG)
    const other = await webhookBusiness(h, clock, ['ticket.created'])
    await other.open()
    await other.has(1)
    expect(hanging.receiver.received).toHaveLength(16)
  })
})
