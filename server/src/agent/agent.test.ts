import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type AgentView,
  activateAllAgents,
  changeAgent,
  createAgent,
  deleteAgent,
  listAgents,
  setAgentStatus,
} from '#contracts/agent/agent.ts'
import {
  getGuestConversation,
  sendGuestMessage,
  startConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { AgentId, ConversationId, MessageId } from '#contracts/ids.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { getTicket } from '#contracts/ticket/ticket.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'

// Answers come from a worker that may just be starting.
vi.setConfig({ testTimeout: 40_000 })

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const newId = <Id>() => crypto.randomUUID() as Id
const OWN = {
  name: 'Frame Expert',
  type: 'general' as const,
  description: 'Knows frames.',
  provider: null,
  model: null,
  personality: 'Short and dry.',
  capabilities: ['Frame advice'],
  specializations: ['Bike frames'],
}

/** A chat with one message, and the assistant's answer to it as the customer reads it. */
async function askIn(of: TestTenant, text: string) {
  const guest = await h.guest(of)
  const params = { slug: of.slug, conversationId: newId<ConversationId>() }
  await guest.call(startConversation, {
    params: { slug: of.slug },
    body: { id: params.conversationId, context: 'general' },
  })
  await guest.call(sendGuestMessage, { params, body: { id: newId<MessageId>(), body: text, fileIds: [] } })
  await expect
    .poll(async () => (await guest.call(getGuestConversation, { params })).messages.at(-1)?.author, { timeout: 40_000 })
    .toBe('assistant')
  await expect
    .poll(async () => (await guest.call(getGuestConversation, { params })).messages.length, { timeout: 40_000 })
    .toBeGreaterThan(2)
  return { guest, params }
}

/** The agent an admin sees on the ticket that a chat became. */
async function agentSeen(of: TestTenant, text: string) {
  const { guest, params } = await askIn(of, text)
  const ticketId = newId<never>()
  await guest.call(submitTicket, {
    params: { slug: of.slug },
    body: {
      id: ticketId,
      conversationId: params.conversationId,
      name: 'Pia',
      email: 'pia@example.com',
      subject: 's',
      description: 'd',
    },
  })
  const admin = await h.member(of, 'admin')
  const { ticket, thread } = await admin.call(getTicket, { params: { ticketId } })
  const answer = thread.messages.find(({ author, kind }) => author === 'assistant' && kind === 'text')
  const own = await guest.call(getGuestConversation, { params })
  return { agent: ticket.aiAgent, answeredBy: answer?.authorName, customerView: JSON.stringify(own) }
}

const typed = (items: AgentView[], type: string) => items.find((one) => one.type === type) as AgentView

describe('the agents of a tenant', () => {
  it('[G1] are the eight default agents at first, with every field', async () => {
    const acme = await h.tenant()
    const { items, figures, can } = await (await h.member(acme, 'agent')).call(listAgents)
    expect(items.map(({ type }) => type)).toEqual([
      'technical',
      'sales',
      'general',
      'billing',
      'security',
      'integration',
      'escalation',
      'feedback',
    ])
    for (const one of items) {
      expect(one).toMatchObject({ status: 'active', isDefault: true, provider: null, model: null, version: 1 })
      for (const text of [one.name, one.description, one.personality]) expect(text.length).toBeGreaterThan(5)
      expect(Math.min(one.capabilities.length, one.specializations.length)).toBeGreaterThan(1)
      expect(one.metrics).toMatchObject({ handledToday: 0, resolutionRate: null, avgRating: null, responseMs: null })
    }
    expect(figures).toMatchObject({
      active: 8,
      interactions: { value: 247, isDefault: true },
      resolutionRate: { value: 0.89, isDefault: true },
      satisfaction: { value: 0.92, isDefault: true },
    })
    expect(can.edit).toBe(false)
  })

  it('[G1] are created once by concurrent requests', async () => {
    const acme = await h.tenant()
    const admin = await h.member(acme, 'admin')
    const all = await Promise.all(Array.from({ length: 8 }, () => admin.call(listAgents)))
    for (const { items } of all) expect(items.length).toBe(8)
  })

  it('[G1] are changed, created, activated, deactivated and deleted', async () => {
    const acme = await h.tenant()
    const admin = await h.member(acme, 'admin')
    const billing = typed((await admin.call(listAgents)).items, 'billing')
    const params = { agentId: billing.id }
    const change = {
      name: 'Money Matters',
      provider: 'claude' as const,
      model: 'claude-x',
      personality: 'Calm.',
      capabilities: ['Sums'],
      specializations: ['Deposits'],
    }
    const changed = await admin.call(changeAgent, { params, body: { version: 1, ...change } })
    expect(changed).toMatchObject({ ...change, version: 2, type: 'billing' })
    const own = newId<AgentId>()
    await admin.call(createAgent, { body: { id: own, ...OWN } })
    await admin.call(createAgent, { body: { id: own, ...OWN } })
    await admin.call(setAgentStatus, { params, body: { status: 'inactive' } })
    const { items, figures } = await admin.call(listAgents)
    expect(items.length).toBe(9)
    expect(figures.active).toBe(8)
    expect(items.find(({ id }) => id === billing.id)).toMatchObject({ name: 'Money Matters', status: 'inactive' })
    await admin.call(deleteAgent, { params: { agentId: own } })
    expect((await admin.call(listAgents)).items.length).toBe(8)
    const refused = await admin.raw(`/api/agents/${billing.id}`, { method: 'DELETE' })
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain('Deactivate it instead')
  })

  it('[G1] are all active after Activate All', async () => {
    const acme = await h.tenant()
    const admin = await h.member(acme, 'owner')
    for (const one of (await admin.call(listAgents)).items.slice(0, 3))
      await admin.call(setAgentStatus, { params: { agentId: one.id }, body: { status: 'inactive' } })
    expect(await admin.call(activateAllAgents)).toEqual({ activated: 3 })
    expect((await admin.call(listAgents)).items.every(({ status }) => status === 'active')).toBe(true)
    expect(await admin.call(activateAllAgents)).toEqual({ activated: 0 })
  })

  it('a change of an older version gets a conflict with the current agent', async () => {
    const acme = await h.tenant()
    const admin = await h.member(acme, 'admin')
    const [one] = (await admin.call(listAgents)).items as [AgentView]
    const patch = (name: string) =>
      admin.raw(`/api/agents/${one.id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ version: 1, name }),
      })
    const [first, second] = await Promise.all([patch('First'), patch('Second')])
    expect([first.status, second.status].sort()).toEqual([200, 409])
    const lost = (await (first.status === 409 ? first : second).json()) as { error: { current: AgentView } }
    expect(lost.error.current.version).toBe(2)
  })

  it('can be changed by owners and admins only', async () => {
    const acme = await h.tenant()
    const agent = await h.member(acme, 'agent')
    const [one] = (await agent.call(listAgents)).items as [AgentView]
    for (const path of [`/api/agents/${one.id}/status`, '/api/agents/activate-all', `/api/agents/${one.id}/test`]) {
      const body = JSON.stringify(path.endsWith('test') ? { message: 'hi' } : { status: 'inactive' })
      const headers = { 'content-type': 'application/json' }
      const response = await agent.raw(path, { method: 'POST', ...(path.endsWith('all') ? {} : { headers, body }) })
      expect(response.status, path).toBe(403)
      expect(await response.text()).toContain('Ask an owner or admin of your team.')
    }
  })
})

describe('the agent that answers a customer', () => {
  it('[G5] is the active agent of the fitting type, shown to members and not to the customer', async () => {
    const acme = await h.tenant()
    await makeFaq(acme.tenant)
    const seen = await agentSeen(acme, 'I was charged twice, where is my invoice?')
    expect(seen.agent).toMatchObject({ name: 'Billing Specialist', type: 'billing' })
    expect(seen.answeredBy).toBe('Billing Specialist')
    expect(seen.customerView).not.toContain('Billing Specialist')
  })

  it('[G5] is never an inactive agent, nor one in training', async () => {
    const acme = await h.tenant()
    const admin = await h.member(acme, 'admin')
    const { items } = await admin.call(listAgents)
    const put = (type: string, status: 'inactive' | 'training') =>
      admin.call(setAgentStatus, { params: { agentId: typed(items, type).id }, body: { status } })
    await put('billing', 'inactive')
    expect((await agentSeen(acme, 'Where is my invoice?')).agent?.type).toBe('general')
    await put('general', 'training')
    expect((await agentSeen(acme, 'Where is my invoice?')).agent?.type).not.toBe('general')
  })

  it('[G5] is none where none is active, and the customer still gets an answer', async () => {
    const acme = await h.tenant()
    const admin = await h.member(acme, 'admin')
    await makeFaq(acme.tenant)
    for (const one of (await admin.call(listAgents)).items)
      await admin.call(setAgentStatus, { params: { agentId: one.id }, body: { status: 'inactive' } })
    const seen = await agentSeen(acme, 'what is your return policy')
    expect(seen.agent).toBeNull()
    expect(seen.customerView).toContain('45 days')
  })
})

describe('the metrics', () => {
  it('[G3] come from the conversations an agent answered in', async () => {
    const acme = await h.tenant()
    const admin = await h.member(acme, 'admin')
    await makeFaq(acme.tenant)
    await admin.call(listAgents)
    await askIn(acme, 'what is your return policy')
    await agentSeen(acme, 'where can I park my zeppelin')
    const { items, figures } = await admin.call(listAgents)
    const { metrics } = typed(items, 'general')
    expect(metrics).toMatchObject({ handledToday: 2, conversations: 2, resolutionRate: 0.5 })
    expect(metrics.responseMs).toBeGreaterThanOrEqual(0)
    expect(Date.now() - Date.parse(metrics.lastActiveAt ?? '')).toBeLessThan(60_000)
    expect(figures).toMatchObject({
      handledToday: 2,
      interactions: { value: 2, isDefault: false },
      resolutionRate: { value: 0.5, isDefault: false },
      satisfaction: { value: 0.92, isDefault: true },
    })
    expect(typed(items, 'billing').metrics.handledToday).toBe(0)
  })
})
