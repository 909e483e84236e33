import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideActionRequest, listActionRequests } from '#contracts/agent/action-request.ts'
import { listAgents } from '#contracts/agent/agent.ts'
import { createAgentAction, readOpenApi, tryAgentAction } from '#contracts/agent/agent-action.ts'
import { testAgent } from '#contracts/agent/agent-test.ts'
import { getGuestConversation, startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ActionRequestId, AgentActionId, AgentId, ConversationId } from '#contracts/ids.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { actionTools } from './service.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const newId = <Id>() => crypto.randomUUID() as Id
const order = { name: 'order', in: 'path', type: 'integer', description: '', isRequired: true } as const

async function setUp(language: string) {
  const acme = await h.tenant()
  const admin = await h.member(acme, 'admin')
  admin.headers['accept-language'] = language
  const agentId = (await admin.call(listAgents)).items[0]?.id as AgentId
  const action = await admin.call(createAgentAction, {
    params: { agentId },
    body: {
      id: newId<AgentActionId>(),
      name: 'cancel_order',
      description: 'Cancels an order.',
      method: 'DELETE',
      url: 'http://169.254.169.254/{order}',
      parameters: [order],
      headers: [],
      needsConfirmation: true,
      isEnabled: true,
    },
  })
  return { acme, admin, agentId, action }
}

describe('the language', () => {
  it.each([
    ['es-ES', 'Falta el parámetro order.', 'Esta dirección lleva a una red privada'],
    ['fr', 'Le paramètre order manque.', 'Cette adresse mène à un réseau privé'],
    ['de-CH', 'Der Parameter order fehlt.', 'Diese Adresse führt in ein privates Netz'],
    ['it', 'The parameter order is missing.', 'This address leads into a private network'],
  ])("of a fault of a tried action is the caller's (%s)", async (language, missing, refused) => {
    const { admin, agentId, action } = await setUp(language)
    const params = { agentId, actionId: action.id }
    const withoutValue = await admin.call(tryAgentAction, { params, body: { input: [] } })
    expect(withoutValue).toMatchObject({ ok: false, status: null, text: expect.stringContaining(missing) })
    const withValue = await admin.call(tryAgentAction, { params, body: { input: [{ name: 'order', value: 7 }] } })
    expect(withValue).toMatchObject({ ok: false, status: null, text: expect.stringContaining(refused) })
  })

  it("of the problem with an OpenAPI file, and of the notice of an agent test, is the caller's", async () => {
    const { admin, agentId } = await setUp('de')
    const read = await admin.call(readOpenApi, { body: { text: '{"a":1}' } })
    expect(read.problem).toContain('Das ist keine Datei für OpenAPI 3')
    const tested = await admin.call(testAgent, { params: { agentId }, body: { message: 'Hallo' } })
    expect(tested.notice).toBe('Keine API-Schlüssel vorhanden')
  })

  it("of the message about a decided request is the conversation's", async () => {
    const { acme, admin, agentId } = await setUp('en')
    const guest = await h.guest(acme)
    guest.headers['accept-language'] = 'de'
    const params = { slug: acme.slug, conversationId: newId<ConversationId>() }
    await guest.call(startConversation, {
      params: { slug: acme.slug },
      body: { id: params.conversationId, context: 'general' },
    })
    const tools = await actionTools(acme.tenant, { agentId, conversationId: params.conversationId })
    await tools.cancel_order?.execute?.({ order: 5 }, { toolCallId: '1', messages: [], context: undefined } as never)
    const requestId = (await admin.call(listActionRequests)).items[0]?.id as ActionRequestId
    await admin.call(decideActionRequest, { params: { requestId }, body: { isApproved: false } })
    const { messages } = await guest.call(getGuestConversation, { params })
    expect(messages.at(-1)?.body).toBe('Unser Team hat Ihre Anfrage geprüft und konnte sie nicht bestätigen.')
  })
})
