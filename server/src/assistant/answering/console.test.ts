import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listActionRequests } from '#contracts/agent/action-request.ts'
import { type AgentView, listAgents, setAgentStatus } from '#contracts/agent/agent.ts'
import { createAgentAction } from '#contracts/agent/agent-action.ts'
import { testAgent } from '#contracts/agent/agent-test.ts'
import type { AgentActionId, AgentId } from '#contracts/ids.ts'
import { ProviderId } from '#contracts/provider/provider.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import { outgoing } from '#server/platform/http/outgoing.ts'
import { createLog } from '#server/platform/log.ts'
import { connectProvider } from '#server/provider/fixture.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { type Standin, startStandin } from '#test/standin/server.ts'

// Ten providers, one after the other, each loading its package.
vi.setConfig({ testTimeout: 40_000 })

let h: Harness
let ai: Standin
let shop: Server
const called: string[] = []
beforeAll(async () => {
  ai = await startStandin()
  h = await startHarness({
    env: { AI_ORIGIN: ai.url, ALLOW_LOCAL_MODELS: 'true' },
    overrides: { http: outgoing({ log: createLog('silent'), allowLoopback: true }) },
  })
  shop = createServer((request, response) => {
    called.push(`${request.method} ${request.url}`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"state":"shipped","parcel":"ZX-5512"}')
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  shop.close()
  await h.stop()
  await ai.stop()
})
beforeEach(() => ai.reset())

const QUESTION = 'what is your return policy'

async function setUp(providers: readonly ProviderId[] = []) {
  const acme = await h.tenant()
  const admin = await h.member(acme, 'admin')
  await makeFaq(acme.tenant)
  for (const provider of providers) {
    const own = provider === 'custom' ? { baseUrl: `${ai.url}/custom/v1`, model: 'llama' } : {}
    await connectProvider(acme.tenant, provider, { key: 'sk-of-the-shop-0001', ...own })
  }
  const { items } = await admin.call(listAgents)
  const agentOf = (type: string) => items.find((one) => one.type === type) as AgentView
  const test = (type: string, message: string, provider: ProviderId | 'automatic' = 'automatic') =>
    admin.call(testAgent, { params: { agentId: agentOf(type).id }, body: { message, provider } })
  return { acme, admin, agentOf, test }
}

describe('the test console', () => {
  it('[G4] answers with every provider, and shows model, tokens, cost, latency and sources', async () => {
    const { test } = await setUp(ProviderId.options)
    for (const provider of ProviderId.options) {
      ai.reset()
      const reply = await test('general', QUESTION, provider)
      expect(reply, provider).toMatchObject({ engine: 'model', provider, notice: null, outcome: 'answered' })
      expect(reply.answer, provider).toContain('45 days')
      expect(reply.sources[0]?.title, provider).toBe('How long do I have to return something?')
      const used = ai.usageLog.at(-1)
      expect([reply.inputTokens, reply.outputTokens], provider).toEqual([used?.inputTokens, used?.outputTokens])
      expect(reply.model, provider).toBe(used?.model)
      // The price of these two is unknown until an admin enters it.
      expect(reply.costMicroCents, provider).toBeGreaterThan(0)
      expect(reply.latencyMs).toBeGreaterThanOrEqual(reply.firstTokenMs ?? 0)
    }
  })

  it('[G4] selects the provider by the agent’s type when the choice is automatic', async () => {
    const { test } = await setUp(['openai', 'deepseek', 'claude'])
    expect((await test('technical', QUESTION)).provider).toBe('deepseek')
    expect((await test('sales', QUESTION)).provider).toBe('openai')
  })

  it('[G4] states whether there is no key at all or none of the chosen provider', async () => {
    const { admin, agentOf, test } = await setUp()
    expect(await test('general', QUESTION)).toMatchObject({
      notice: 'No API keys available',
      engine: 'no-key',
      provider: null,
      costMicroCents: 0,
    })
    const params = { agentId: agentOf('general').id }
    const refused = await admin.fail(testAgent, { params, body: { message: 'hi', provider: 'claude' } })
    expect(refused.error).toMatchObject({ message: 'Claude API key not configured', reason: 'no_key' })
    const empty = await admin.fail(testAgent, { params, body: { message: '   ' } })
    expect(empty.status).toBe(400)
  })

  it('[G4] shows failed attempts in order, and calls only the chosen provider', async () => {
    const { test } = await setUp(['openai', 'deepseek'])
    ai.setBehaviour('deepseek', '500')
    const next = await test('technical', QUESTION)
    expect(next).toMatchObject({ provider: 'openai', engine: 'model' })
    expect(next.attempts.map(({ provider, fault }) => [provider, fault])).toEqual([
      ['deepseek', 'server'],
      ['openai', null],
    ])
    const only = await test('technical', QUESTION, 'deepseek')
    expect(only).toMatchObject({ provider: null, engine: 'no-key' })
    expect(only.notice).toContain('None of your providers answered')
  })

  it('stores no conversation, and also tests agents in training', async () => {
    const { acme, admin, agentOf, test } = await setUp(['openai'])
    const params = { agentId: agentOf('general').id }
    await admin.call(setAgentStatus, { params, body: { status: 'training' } })
    expect((await test('general', QUESTION)).engine).toBe('model')
    const [row] = await queryAsOwner<{ n: number }>(
      h.database.ownerUrl,
      'SELECT count(*)::int AS n FROM conversation WHERE tenant_id = $1',
      [acme.tenant.id],
    )
    expect(row?.n).toBe(0)
  })
})

describe('an agent’s actions', () => {
  async function withAction(needsConfirmation: boolean) {
    const made = await setUp(['openai'])
    const agentId: AgentId = made.agentOf('general').id
    await made.admin.call(createAgentAction, {
      params: { agentId },
      body: {
        id: crypto.randomUUID() as AgentActionId,
        name: 'check_order',
        description: 'Looks an order up by its number.',
        method: 'GET',
        url: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/orders/{order}`,
        parameters: [{ name: 'order', in: 'path', type: 'string', description: 'Its number', isRequired: true }],
        headers: [],
        needsConfirmation,
        isEnabled: true,
      },
    })
    called.length = 0
    return made
  }

  it('are called by a model, and their results count as evidence', async () => {
    const { test } = await withAction(false)
    ai.setBehaviour('openai', [
      { tool: 'check_order', input: { order: '77' } },
      { reply: 'Your order is shipped, the parcel is ZX-5512. It arrives on 3 March with parcel QQ-9999.' },
    ])
    const reply = await test('general', 'Where is my order 77?')
    expect(called).toEqual(['GET /orders/77'])
    expect(reply.tools).toEqual(['check_order'])
    expect(reply.answer).toContain('ZX-5512')
    // What an action's result does not say is not said.
    expect(reply.answer).not.toContain('QQ-9999')
  })

  it('[H7] ask the customer for what they need in words of the product, not of the model', async () => {
    const { test } = await withAction(false)
    ai.setBehaviour('openai', { reply: 'Which order is it, the one that we lost?' })
    const reply = await test('general', 'Something is missing.')
    expect(reply.answer).toBe('Please tell me: order.')
    expect(reply.outcome).toBe('suggested')
  })

  it('that need confirmation are not called in the console', async () => {
    const { admin, test } = await withAction(true)
    ai.setBehaviour('openai', [
      { tool: 'check_order', input: { order: '77' } },
      { reply: 'I passed it on to the team.' },
    ])
    await test('general', 'Cancel my order 77')
    expect(called).toEqual([])
    expect((await admin.call(listActionRequests)).items).toEqual([])
  })
})
