import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FaqId, GuestId } from '#contracts/ids.ts'
import { changeFaq, createFaq } from '#contracts/knowledge/faq.ts'
import { getApiSettings } from '#contracts/provider/api-settings.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import { clientOf, type TestClient } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { recordDenial } from './denials.ts'

let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }

let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { RATE_FACTOR: '1' }, overrides: { clock } })
})
afterAll(() => h.stop())

type Row = {
  actor_kind: string
  actor_id: string | null
  actor_email: string | null
  tenant_id: string | null
  address: string
  request_id: string
  detail: Record<string, unknown>
}

const denials = (where: string, value: string) =>
  queryAsOwner<Row>(
    h.database.ownerUrl,
    `SELECT actor_kind, actor_id, actor_email, tenant_id, address, request_id, detail
     FROM auth.audit_log WHERE action = 'denied' AND ${where} = $1 ORDER BY at, request_id`,
    [value],
  )

const newId = <Id>() => crypto.randomUUID() as Id

/** Sends refused requests, one after the other. */
async function refuse(client: TestClient, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) expect((await client.raw(getApiSettings.path)).status).toBe(403)
}

describe('a refused request', () => {
  it('is in the audit log with who, role, route, target, business and request, and without what was sent', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme, 'agent')
    const { id } = await makeFaq(acme.tenant)
    const params = { faqId: id as FaqId }
    const { error } = await agent.fail(changeFaq, { params, body: { version: 1, answer: 'canary answer' } })
    expect(await denials('actor_id', agent.actor.userId)).toEqual([
      {
        actor_kind: 'member',
        actor_id: agent.actor.userId,
        actor_email: agent.email,
        tenant_id: acme.tenant.id,
        address: '127.0.0.1',
        request_id: error.requestId,
        detail: { method: 'PATCH', route: changeFaq.path, target: { faqId: id }, reason: null, role: 'agent' },
      },
    ])
  })

  it('is recorded for a change from another site, before anybody is authenticated', async () => {
    const agent = await h.member(await h.tenant(), 'admin')
    const body = JSON.stringify({ id: newId<FaqId>(), question: 'canary?', answer: 'canary' })
    const headers = { 'content-type': 'application/json', origin: 'https://evil.example' }
    const reply = await agent.raw(createFaq.path, { method: 'POST', headers, body })
    expect(reply.status).toBe(403)
    const [row] = await denials('request_id', (await reply.json()).error.requestId)
    expect(row).toMatchObject({ actor_kind: 'unauthenticated', actor_id: null, detail: { route: createFaq.path } })
    expect(JSON.stringify(row)).not.toContain('canary')
  })

  it('does not fill the log in a flood: 20 rows a minute for one caller, then the number left out', async () => {
    const agent = await h.member(await h.tenant(), 'agent')
    await refuse(agent, 50)
    expect(await denials('actor_id', agent.actor.userId)).toHaveLength(20)
    aheadMs += 61_000
    await refuse(agent, 1)
    const rows = await denials('actor_id', agent.actor.userId)
    expect(rows.map(({ detail }) => detail.leftOut).filter(Boolean)).toEqual([30])
    expect(rows).toHaveLength(22)
  })

  it('is counted for each caller: the flood of one leaves out nothing of another', async () => {
    const acme = await h.tenant()
    const [loud, quiet] = [await h.member(acme, 'agent'), await h.member(acme, 'agent')]
    await refuse(loud, 25)
    await refuse(quiet, 3)
    expect(await denials('actor_id', quiet.actor.userId)).toHaveLength(3)
  })

  it('has 600 rows a minute for all callers, however many there are; the number left out names no caller or business', async () => {
    aheadMs += 61_000
    const { tenant } = await h.tenant()
    const denied = (id: GuestId) =>
      recordDenial(h.platform, {
        actor: { kind: 'guest', id },
        tenantId: tenant.id,
        method: 'GET',
        route: getApiSettings.path,
        target: {},
        reason: null,
        address: '203.0.113.1',
        requestId: crypto.randomUUID(),
      })
    for (let n = 0; n < 10_100; n += 1) await denied(newId())
    expect(await denials('tenant_id', tenant.id)).toHaveLength(600)
    aheadMs += 61_000
    await denied(newId())
    expect(await denials('tenant_id', tenant.id)).toHaveLength(601)
    expect(await denials('actor_kind', 'system')).toMatchObject([
      { tenant_id: null, actor_id: null, address: null, detail: { callers: 'all', leftOut: 9500 } },
    ])
  })

  it('is counted in the log also when the server stops within the minute', async () => {
    const node = await h.secondNode()
    const agent = await h.member(await h.tenant(), 'agent')
    await refuse(clientOf(node.platform.baseUrl, agent.headers), 24)
    await node.stop()
    const rows = await denials('actor_id', agent.actor.userId)
    expect(rows.map(({ detail }) => detail.leftOut).filter(Boolean)).toEqual([4])
  })
})
