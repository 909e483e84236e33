import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApiKey, listApiKeys, revokeApiKey } from '#contracts/api-key/api-key.ts'
import type { ApiScope } from '#contracts/api-key/scope.ts'
import type { MessageId, TicketId } from '#contracts/ids.ts'
import { listFaqs } from '#contracts/knowledge/faq.ts'
import { getSettings } from '#contracts/tenant/settings.ts'
import { createTicket, getTicket, listTickets, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { grantPlan } from '#server/billing/service.ts'
import { allRoutes } from '#server/domains.ts'
import { changeMember, findMember } from '#server/tenant/service.ts'
import { clientOf } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { makeApiKey } from './fixture.ts'

const clock = {
  at: new Date(),
  now: () => clock.at,
  move: (ms: number) => {
    clock.at = new Date(clock.at.getTime() + ms)
  },
}
let h: Harness
beforeAll(async () => {
  h = await startHarness({ env: { ROLE: 'web', RATE_FACTOR: '1' }, overrides: { clock } })
})
afterAll(() => h.stop())

const newId = <Id extends string>() => crypto.randomUUID() as Id
const clientWith = (key: string) => clientOf(h.url, { authorization: `Bearer ${key}` })

async function business(given?: TestTenant) {
  const made = given ?? (await h.tenant())
  const maya = await h.member(made, 'admin', 'Maya')
  const withKey = async (scopes: readonly ApiScope[], more: { expiresAt?: Date; name?: string } = {}) => {
    const { id, key } = await makeApiKey(made.tenant, maya.actor, { scopes, ...more })
    return Object.assign(clientWith(key), { id, key })
  }
  return { ...made, maya, withKey }
}

const ticketOf = () => ({ id: newId<TicketId>(), subject: 'Broken lamp', description: 'It flickers.' })

describe('an API key', () => {
  it('[D4] made by an admin reads the tickets of its business, and is shown once', async () => {
    const { maya } = await business()
    const ticket = await maya.call(createTicket, { body: ticketOf() })
    const body = { name: 'Warehouse', scopes: ['tickets:read'] as ApiScope[] }
    const { key, apiKey } = await maya.call(createApiKey, { body })
    expect(key).toMatch(/^segue_[\w-]{43}$/)
    expect(key.startsWith(apiKey.prefix)).toBe(true)
    const { items } = await clientWith(key).call(listTickets, { query: {} })
    expect(items.map((row) => row.id)).toEqual([ticket.id])
    const listed = await maya.call(listApiKeys, {})
    expect(listed).toMatchObject({
      perMinute: 100,
      items: [{ id: apiKey.id, name: 'Warehouse', createdBy: 'Maya', stopped: null }],
    })
    expect(JSON.stringify(listed)).not.toContain(key)
    const rows = await queryAsOwner<{ text: string }>(
      h.database.ownerUrl,
      'SELECT row_to_json(k)::text AS text FROM api_key k',
    )
    expect(rows.some(({ text }) => text.includes(key.slice(12)))).toBe(false)
  })

  it('[D4] is refused by the scope it lacks, at an endpoint that is open to no key, and with the role that its scope gives', async () => {
    const { maya, withKey } = await business()
    const ticket = await maya.call(createTicket, { body: ticketOf() })
    const reader = await withKey(['tickets:read'])
    const write = await reader.fail(createTicket, { body: ticketOf() })
    expect([write.status, write.error.reason, write.error.message]).toEqual([
      403,
      'api_key_scope',
      'This API key lacks the scope tickets:write. Make a key that has it.',
    ])
    const closed = await (await withKey(['tickets:read', 'knowledge:write'])).fail(getSettings, {})
    expect([closed.status, closed.error.reason]).toEqual([403, 'api_key_endpoint'])
    const writer = await withKey(['tickets:write'])
    const message = (visibility: 'public' | 'note') => ({
      params: { ticketId: ticket.id },
      body: { id: newId<MessageId>(), body: 'Hello', visibility, fileIds: [] },
    })
    expect((await writer.call(sendTicketMessage, message('note'))).authorName).toBe('Proof')
    const sent = await writer.fail(sendTicketMessage, message('public'))
    expect([sent.status, sent.error.message]).toEqual([403, expect.stringContaining('tickets:send')])
    const sender = await withKey(['tickets:write', 'tickets:send'], { name: 'Returns desk' })
    expect(await sender.call(sendTicketMessage, message('public'))).toMatchObject({ authorName: 'Returns desk' })
  })

  it('[D4] of another business finds nothing of this one', async () => {
    const [one, other] = [await business(), await business()]
    const ticket = await one.maya.call(createTicket, { body: ticketOf() })
    const foreign = await other.withKey(['tickets:read'])
    const own = await one.withKey(['tickets:read'])
    const asked = { params: { ticketId: ticket.id }, query: {} }
    expect((await own.call(getTicket, asked)).ticket.id).toBe(ticket.id)
    expect((await foreign.fail(getTicket, asked)).status).toBe(404)
    expect((await foreign.call(listTickets, { query: {} })).items).toEqual([])
    expect((await other.maya.fail(revokeApiKey, { params: { apiKeyId: own.id } })).status).toBe(404)
    expect((await own.raw('/api/tickets')).status).toBe(200)
  })

  it('[D4] that is forged, expired or revoked is refused with a sentence of its own, at once', async () => {
    const { maya, withKey, tenant } = await business()
    const soon = new Date(clock.at.getTime() + 60_000)
    const [expiring, revoked, forged] = [
      await withKey(['tickets:read'], { expiresAt: soon }),
      await withKey(['tickets:read']),
      clientWith(`segue_${'x'.repeat(43)}`),
    ]
    expect((await expiring.raw('/api/tickets')).status).toBe(200)
    expect((await revoked.raw('/api/tickets')).status).toBe(200)
    await maya.call(revokeApiKey, { params: { apiKeyId: revoked.id } })
    clock.move(60_000)
    const said = async (client: typeof forged) => {
      const { status, error } = await client.fail(listTickets, { query: {} })
      return [status, error.reason, error.message]
    }
    expect(await said(forged)).toEqual([401, 'api_key_unknown', expect.stringContaining('does not exist')])
    expect(await said(revoked)).toEqual([401, 'api_key_revoked', 'This API key was revoked. Make a new one.'])
    expect(await said(expiring)).toEqual([401, 'api_key_expired', expect.stringContaining('expired on 20')])
    const { items } = await maya.call(listApiKeys, {})
    expect(items.map(({ stopped }) => stopped)).toEqual(['expired'])
    const rows = await queryAsOwner<{ action: string; detail: { name: string } }>(
      h.database.ownerUrl,
      `SELECT action, detail FROM auth.audit_log WHERE tenant_id = $1 AND action LIKE 'api_key%' ORDER BY at, action`,
      [tenant.id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['api_key_created', 'api_key_created', 'api_key_revoked'])
  })

  it('[D4] ends with the membership of who made it, and gives nobody more than they have', async () => {
    const { maya, withKey, tenant } = await business()
    const [reader, editor] = [await withKey(['knowledge:read']), await withKey(['knowledge:write'])]
    const setRole = (role: 'agent' | 'admin') =>
      tenant.tx(async (t) => {
        const member = await findMember(t, maya.actor.userId)
        if (member) await changeMember(t, member, { role })
      })
    await setRole('agent')
    expect((await reader.call(listFaqs, { query: {} })).items).toEqual([])
    expect((await editor.fail(listFaqs, { query: {} })).error.reason).toBe('api_key_maker')
    await queryAsOwner(h.database.ownerUrl, 'UPDATE member SET removed_at = now() WHERE user_id = $1', [
      maya.actor.userId,
    ])
    expect((await reader.fail(listFaqs, { query: {} })).error.reason).toBe('api_key_maker')
  })

  it('[D4] is made by no agent, and by no plan without access to the API: 402 names the plan that has it', async () => {
    const { maya, withKey, tenant, slug } = await business()
    const agent = await h.member({ tenant, slug })
    const body = { name: 'Warehouse', scopes: ['tickets:read'] as ApiScope[] }
    expect((await agent.fail(createApiKey, { body })).status).toBe(403)
    const reader = await withKey(['tickets:read'])
    await tenant.tx((t) => grantPlan(t, { planId: 'monthly', source: 'owner' }))
    const refused = await maya.fail(createApiKey, { body })
    expect([refused.status, refused.error.reason]).toEqual([402, 'apiAccess'])
    expect(refused.error.message).toContain('Lifetime')
    expect((await maya.call(listApiKeys, {})).apiAccess).toMatchObject({ isIncluded: false, plan: { id: 'lifetime' } })
    const used = await reader.fail(listTickets, { query: {} })
    expect([used.status, used.error.reason]).toEqual([402, 'apiAccess'])
  })

  it('[D4] may send 100 requests a minute, which the headers count down, and then waits as long as they say', async () => {
    const { withKey } = await business()
    const [reader, other] = [await withKey(['tickets:read']), await withKey(['tickets:read'])]
    const answers = []
    for (let n = 0; n < 101; n += 1) answers.push(await reader.raw('/api/tickets/counters'))
    const left = (answer: Response | undefined) => Number(answer?.headers.get('ratelimit-remaining'))
    expect(answers[0]?.headers.get('ratelimit-limit')).toBe('100')
    expect(left(answers[0])).toBe(99)
    expect(left(answers[99])).toBe(0)
    expect(answers.map(({ status }) => status).indexOf(429)).toBe(100)
    expect(answers[100]?.headers.get('ratelimit-remaining')).toBe('0')
    expect(answers[100]?.headers.get('retry-after')).toBe('1')
    clock.move(1000)
    expect((await reader.raw('/api/tickets/counters')).status).toBe(200)
    expect((await other.raw('/api/tickets/counters')).status).toBe(200)
  })

  it('[D4] has the limit of an endpoint beside its own: 30 uploads a minute, after which it still reads', async () => {
    const { withKey } = await business()
    const [uploader, other] = [await withKey(['tickets:write', 'tickets:read']), await withKey(['tickets:write'])]
    const upload = (client: typeof other) => {
      const body = new FormData()
      body.append('file', new Blob(['note']), 'note.txt')
      return client.raw('/api/files', { method: 'POST', body })
    }
    const statuses = []
    for (let n = 0; n < 31; n += 1) statuses.push((await upload(uploader)).status)
    expect(statuses).toEqual([...Array(30).fill(201), 429])
    expect((await uploader.raw('/api/tickets/counters')).status).toBe(200)
    expect((await upload(other)).status).toBe(201)
  })

  it('[D4] whose hash two businesses have opens neither, and one business has it once', async () => {
    const [one, two] = [await business(), await business()]
    const key = await one.withKey(['tickets:read'])
    const copyTo = ({ tenant, maya }: typeof one) =>
      queryAsOwner(
        h.database.ownerUrl,
        `INSERT INTO api_key (tenant_id, id, name, scopes, prefix, key_hash, created_by, created_at)
         SELECT $1, gen_random_uuid(), name, scopes, prefix, key_hash, $2, created_at FROM api_key WHERE tenant_id = $3 AND id = $4`,
        [tenant.id, maya.actor.userId, one.tenant.id, key.id],
      )
    await expect(copyTo(one)).rejects.toThrow('api_key_hash')
    expect((await key.raw('/api/tickets')).status).toBe(200)
    await copyTo(two)
    expect((await key.fail(listTickets, { query: {} })).error.reason).toBe('api_key_unknown')
  })

  it('[D4] has its last use stored at most once a minute, beside the request', async () => {
    const { maya, withKey } = await business()
    const reader = await withKey(['tickets:read'])
    const lastUse = async () => (await maya.call(listApiKeys, {})).items[0]?.lastUsedAt
    expect(await lastUse()).toBeNull()
    await reader.raw('/api/tickets/counters')
    await vi.waitFor(async () => expect(await lastUse()).not.toBeNull(), 5000)
    const first = await lastUse()
    clock.move(59_000)
    await reader.raw('/api/tickets/counters')
    expect(await lastUse()).toBe(first)
    clock.move(2000)
    await reader.raw('/api/tickets/counters')
    await vi.waitFor(async () => expect(await lastUse()).not.toBe(first), 5000)
  })
})

describe('the scopes of the endpoints', () => {
  const table = allRoutes
    .flatMap(({ endpoint }) => (endpoint.scope ? [`${endpoint.scope}  ${endpoint.method} ${endpoint.path}`] : []))
    .sort()

  it('[D4] only endpoints of members have one, and those that read need no scope that writes', () => {
    for (const { endpoint } of allRoutes) {
      if (!endpoint.scope) continue
      expect(endpoint.access, endpoint.path).toBe('member')
      if (endpoint.method === 'GET') expect(endpoint.scope, endpoint.path).toMatch(/:read$|^webhooks:manage$/)
      else expect(endpoint.scope, endpoint.path).toMatch(/:write$|^webhooks:manage$|^any$/)
    }
    process.stdout.write(`${table.join('\n')}\n`)
    expect(table.length).toBeGreaterThan(50)
  })
})
