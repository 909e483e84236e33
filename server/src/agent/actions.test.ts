import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import type { Tool, ToolSet } from 'ai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideActionRequest, listActionRequests } from '#contracts/agent/action-request.ts'
import { createAgent, listAgents } from '#contracts/agent/agent.ts'
import {
  type ActionParameter,
  type AgentActionView,
  changeAgentAction,
  createAgentAction,
  deleteAgentAction,
  listAgentActions,
  tryAgentAction,
} from '#contracts/agent/agent-action.ts'
import { getGuestConversation, startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ActionRequestId, AgentActionId, AgentId, ConversationId } from '#contracts/ids.ts'
import { outgoing } from '#server/platform/http/outgoing.ts'
import { createLog } from '#server/platform/log.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { actionTools } from './service.ts'

type Call = { method: string; path: string; headers: IncomingMessage['headers']; body: string }

let h: Harness
let shop: Server
let calls: Call[] = []
let address = ''
beforeAll(async () => {
  h = await startHarness({ overrides: { http: outgoing({ log: createLog('silent'), allowLoopback: true }) } })
  shop = createServer(async (request, response) => {
    const body = await readText(request)
    const { method = '', url = '', headers } = request
    calls.push({ method, path: url, headers, body })
    if (url.startsWith('/moved')) return response.writeHead(302, { location: `${address}/elsewhere` }).end()
    if (url.startsWith('/picture')) return response.writeHead(200, { 'content-type': 'image/png' }).end('\0\0')
    if (url.startsWith('/large')) return response.end('x'.repeat(20_000))
    if (url.startsWith('/missing')) return response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ state: 'on its way', saw: headers.authorization ?? null }))
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
})
afterAll(async () => {
  shop.close()
  await h.stop()
})

const newId = <Id>() => crypto.randomUUID() as Id
const SECRET = 'Bearer canary-secret-4711'
const order: ActionParameter = {
  name: 'order',
  in: 'path',
  type: 'string',
  description: 'Its number',
  isRequired: true,
}
const given = (more: object = {}) => ({
  name: 'check_order',
  description: 'Looks an order up.',
  method: 'GET' as const,
  url: `${address}/orders/{order}`,
  parameters: [order],
  headers: [{ name: 'Authorization', value: SECRET }],
  needsConfirmation: false,
  isEnabled: true,
  ...more,
})

async function setUp() {
  calls = []
  const acme = await h.tenant()
  const admin = await h.member(acme, 'admin', 'Ada Admin')
  const [agent] = (await admin.call(listAgents)).items
  const agentId = agent?.id as AgentId
  const add = (more: object = {}) =>
    admin.call(createAgentAction, { params: { agentId }, body: { id: newId<AgentActionId>(), ...given(more) } })
  const tryIt = (action: AgentActionView, input: Record<string, string | number | boolean>) =>
    admin.call(tryAgentAction, {
      params: { agentId, actionId: action.id },
      body: { input: Object.entries(input).map(([name, value]) => ({ name, value })) },
    })
  return { acme, admin, agentId, add, tryIt }
}

const run = async (tools: ToolSet, name: string, input: object): Promise<string> => {
  const { execute } = tools[name] as Tool & { execute: NonNullable<Tool['execute']> }
  return (await execute(input, { toolCallId: '1', messages: [], context: undefined } as never)) as string
}

describe('an HTTP action', () => {
  it('is called with its values and headers, which are never shown again', async () => {
    const { admin, agentId, add, tryIt, acme } = await setUp()
    const action = await add({
      method: 'POST',
      parameters: [
        order,
        { name: 'note', in: 'query', type: 'string', description: '', isRequired: false },
        { name: 'to.city', in: 'body', type: 'string', description: '', isRequired: false },
        { name: 'count', in: 'body', type: 'integer', description: '', isRequired: false },
      ],
    })
    expect(action).toMatchObject({ headerNames: ['Authorization'], version: 1 })
    const result = await tryIt(action, { order: 'A 1/../2', note: 'a&b=c', 'to.city': 'Bern', count: 3 })
    expect(result).toMatchObject({ ok: true, status: 200 })
    expect(calls[0]).toMatchObject({ method: 'POST', path: '/orders/A%201%2F..%2F2?note=a%26b%3Dc' })
    expect(calls[0]?.headers.authorization).toBe(SECRET)
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ to: { city: 'Bern' }, count: 3 })
    // The other side repeats the header: it is masked.
    expect(result.text).toContain('on its way')
    const shown = JSON.stringify([result, await admin.call(listAgentActions, { params: { agentId } })])
    expect(shown).not.toContain('canary-secret')
    const [row] = await queryAsOwner<{ all: string }>(
      h.database.ownerUrl,
      `SELECT string_agg(a::text, '') AS all FROM agent_action a WHERE tenant_id = $1`,
      [acme.tenant.id],
    )
    expect(row?.all).not.toContain('canary-secret')
  })

  it('keeps its headers through changes, and drops them when the host changes', async () => {
    const { admin, agentId, add, tryIt } = await setUp()
    const action = await add()
    const params = { agentId, actionId: action.id }
    const kept = await admin.call(changeAgentAction, {
      params,
      body: { version: 1, description: 'New words', headers: [{ name: 'Authorization', value: '' }] },
    })
    await tryIt(kept, { order: '1' })
    expect(calls.at(-1)?.headers.authorization).toBe(SECRET)
    const moved = await admin.call(changeAgentAction, {
      params,
      body: { version: 2, url: `${address.replace('127.0.0.1', 'localhost')}/orders/{order}` },
    })
    expect(moved.headerNames).toEqual([])
    await tryIt(moved, { order: '1' })
    expect(calls.at(-1)?.headers.authorization).toBeUndefined()
    const late = await admin.fail(changeAgentAction, { params, body: { version: 1, description: 'Too late' } })
    expect(late.status).toBe(409)
  })

  it.each([
    ['the same host without encryption', 'http://shop.example/orders/{order}'],
    ['another port', 'https://shop.example:8443/orders/{order}'],
    ['another host', 'https://shop.example.net/orders/{order}'],
  ])('does not keep its header for %s, and asks for its value again', async (_, url) => {
    const { admin, agentId, add } = await setUp()
    const action = await add({ url: 'https://shop.example/orders/{order}' })
    const params = { agentId, actionId: action.id }
    const change = (headers?: { name: string; value: string }[]) => ({
      params,
      body: { version: 1, url, ...(headers ? { headers } : {}) },
    })
    const asked = await admin.fail(changeAgentAction, change([{ name: 'Authorization', value: '' }]))
    expect([asked.status, asked.error.fields?.['body.headers']]).toEqual([
      400,
      'Enter the value of the header Authorization. Values are kept for one origin only; a new one needs them again.',
    ])
    expect((await admin.call(changeAgentAction, change())).headerNames).toEqual([])
    const other = await add({ name: 'other', url: 'https://shop.example/orders/{order}' })
    const given = await admin.call(changeAgentAction, {
      params: { agentId, actionId: other.id },
      body: { version: 1, url, headers: [{ name: 'Authorization', value: 'Bearer new' }] },
    })
    expect(given.headerNames).toEqual(['Authorization'])
  })

  it('reports a failed call with the reason', async () => {
    const { add, tryIt } = await setUp()
    const action = await add({
      parameters: [order, { ...order, name: 'n', in: 'query', type: 'integer', isRequired: false }],
    })
    expect((await tryIt(action, {})).text).toBe('The parameter order is missing. Enter a value.')
    expect((await tryIt(action, { order: '..' })).text).toContain('missing or invalid')
    expect((await tryIt(action, { order: '1', n: 'x' })).text).toBe('The parameter n must be of type integer.')
    expect(calls).toEqual([])
    const at = async (path: string, name: string) =>
      tryIt(await add({ name, url: `${address}${path}`, parameters: [] }), {})
    expect(await at('/missing', 'missing')).toMatchObject({ ok: false, status: 404 })
    expect(await at('/moved', 'moved')).toMatchObject({ ok: false, status: null })
    expect(calls.some(({ path }) => path === '/elsewhere')).toBe(false)
    expect((await at('/picture', 'picture')).text).toContain('not shown')
    expect((await at('/large', 'large')).text).toContain('(cut: the answer is longer)')
  })

  it('is refused when it is inconsistent, and to members who may not edit', async () => {
    const { acme, admin, agentId, add } = await setUp()
    const fail = (more: object) =>
      admin.fail(createAgentAction, { params: { agentId }, body: { id: newId<AgentActionId>(), ...given(more) } })
    expect((await fail({ parameters: [] })).error.fields?.['body.parameters']).toContain('{order}')
    expect((await fail({ parameters: [order, order] })).error.fields?.['body.parameters']).toContain('same name')
    expect((await fail({ url: 'https://{host}/x' })).status).toBe(400)
    expect((await fail({ url: 'file:///etc/passwd' })).status).toBe(400)
    await add()
    expect((await add()).name).toBe('check_order_2')
    const agent = await h.member(acme, 'agent')
    const refused = await agent.fail(listAgentActions, { params: { agentId } })
    expect(refused.status).toBe(403)
  })

  it('refuses addresses of private networks', async () => {
    const { add, tryIt } = await setUp()
    const action = await add({ url: 'http://169.254.169.254/latest/{order}' })
    expect(await tryIt(action, { order: 'meta-data' })).toMatchObject({
      ok: false,
      status: null,
      text: 'This address leads into a private network and is not called. Use a public address.',
    })
  })
})

describe('the tools of a model', () => {
  it('contains the enabled actions of its agent, and their results as delimited data', async () => {
    const { acme, admin, agentId, add } = await setUp()
    await add()
    await add({ name: 'asleep', isEnabled: false })
    const other = newId<AgentId>()
    await admin.call(createAgent, {
      body: {
        id: other,
        name: 'Other',
        type: 'general',
        description: '',
        provider: null,
        model: null,
        personality: 'x',
        capabilities: [],
        specializations: [],
      },
    })
    expect(await actionTools(acme.tenant, { agentId: other, conversationId: null })).toEqual({})
    const tools = await actionTools(acme.tenant, { agentId, conversationId: null })
    expect(Object.keys(tools)).toEqual(['check_order'])
    const answer = JSON.parse(await run(tools, 'check_order', { order: '77' }))
    expect(answer).toMatchObject({ ok: true, status: 200 })
    expect(answer.answer).toContain('on its way')
    expect(answer.answer).not.toContain('canary-secret')
    expect(calls[0]?.path).toBe('/orders/77')
  })

  it('requests confirmation where required: a confirmed action is called once, a refused one never, and the customer is notified', async () => {
    const { acme, admin, agentId, add } = await setUp()
    await add({ name: 'cancel_order', method: 'DELETE', needsConfirmation: true })
    const guest = await h.guest(acme)
    const params = { slug: acme.slug, conversationId: newId<ConversationId>() }
    await guest.call(startConversation, {
      params: { slug: acme.slug },
      body: { id: params.conversationId, context: 'general' },
    })
    const tools = await actionTools(acme.tenant, { agentId, conversationId: params.conversationId })
    expect(await run(tools, 'cancel_order', { order: '5' })).toContain('has to confirm this first')
    await run(tools, 'cancel_order', { order: '6' })
    expect(calls).toEqual([])

    const waiting = (await admin.call(listActionRequests)).items
    expect(waiting.map(({ input, status }) => [input[0]?.value, status])).toEqual(
      expect.arrayContaining([
        ['5', 'pending'],
        ['6', 'pending'],
      ]),
    )
    const idOf = (value: string) => waiting.find(({ input }) => input[0]?.value === value)?.id as ActionRequestId
    const decide = (id: ActionRequestId, isApproved: boolean) => ({ params: { requestId: id }, body: { isApproved } })
    const both = await Promise.allSettled([
      admin.call(decideActionRequest, decide(idOf('5'), true)),
      admin.call(decideActionRequest, decide(idOf('5'), true)),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /orders/5'])
    const refused = await admin.call(decideActionRequest, decide(idOf('6'), false))
    expect(refused).toMatchObject({ status: 'refused', decidedBy: 'Ada Admin', result: null })
    expect(calls.length).toBe(1)
    const { messages } = await guest.call(getGuestConversation, { params })
    const bodies = messages.map(({ body }) => body)
    expect(bodies).toContain('Our team has confirmed your request, and it is done.')
    expect(bodies).toContain('Our team has looked at your request and could not confirm it.')
    expect(bodies.join()).not.toContain('on its way')
  })

  it('loses its pending requests when its action is deleted', async () => {
    const { acme, admin, agentId, add } = await setUp()
    const action = await add({ needsConfirmation: true })
    const guest = await h.guest(acme)
    const id = newId<ConversationId>()
    await guest.call(startConversation, { params: { slug: acme.slug }, body: { id, context: 'general' } })
    await run(await actionTools(acme.tenant, { agentId, conversationId: id }), 'check_order', { order: '1' })
    expect((await admin.call(listActionRequests)).items.length).toBe(1)
    await admin.call(deleteAgentAction, { params: { agentId, actionId: action.id } })
    expect((await admin.call(listActionRequests)).items).toEqual([])
  })
})
