import { createAgent } from '#contracts/agent/agent.ts'
import { createAgentAction } from '#contracts/agent/agent-action.ts'
import type { MessageId } from '#contracts/ids.ts'
import { createTestQuestion, createTestQuestionFromMessage } from '#contracts/quality/test-question.ts'
import { makeAgent } from '#server/agent/fixture.ts'
import { appendMessage } from '#server/conversation/service.ts'
import { byAdmin, type Creation, type CreationStage, creation, newId } from './creation.ts'
import { startChat } from './full-tenant.ts'

const AGENT = {
  name: 'Bell',
  type: 'general',
  description: 'Rings',
  provider: 'openai',
  model: 'small',
  personality: 'Calm',
  capabilities: [],
  specializations: [],
}
const OTHER_AGENT = {
  name: 'Horn',
  type: 'sales',
  description: 'Blows',
  provider: 'mistral',
  model: 'large',
  personality: 'Loud',
  capabilities: ['blowing'],
  specializations: ['horns'],
  status: 'inactive',
}
const ACTION = {
  name: 'ring_bell',
  description: 'Rings',
  method: 'GET',
  url: 'https://bells.example/ring',
  parameters: [{ name: 'times', in: 'query', type: 'integer', description: 'How often', isRequired: true }],
  headers: [{ name: 'Authorization', value: 'Bearer one' }],
  needsConfirmation: true,
  isEnabled: true,
}
const OTHER_ACTION = {
  name: 'blow_horn',
  description: 'Blows',
  method: 'DELETE',
  url: 'https://bells.example/other',
  parameters: [],
  headers: [{ name: 'Authorization', value: 'Bearer two' }],
  needsConfirmation: false,
  isEnabled: false,
}

/** Agents, their actions and test questions; part of creations.ts. */
export const ANSWERING_CREATIONS: readonly Creation[] = [
  creation(createAgent, 'agent', async (stage) => ({ ...(await byAdmin(stage)), body: AGENT, others: OTHER_AGENT })),
  creation(createAgentAction, 'agent_action', async (stage) => {
    const { conversationId } = await startChat(stage.guest, stage.acme.slug)
    const { agentId } = await makeAgent(stage.acme.tenant, conversationId)
    return { ...(await byAdmin(stage)), params: { agentId }, body: ACTION, others: OTHER_ACTION }
  }),
  creation(createTestQuestion, 'test_question', async (stage) => ({
    ...(await byAdmin(stage)),
    body: { question: 'Does it ring?', expected: { kind: 'person' } },
    others: { question: 'Is it silent?', expected: { kind: 'answer', words: 'It is silent.' } },
  })),
  creation(createTestQuestionFromMessage, 'test_question', async (stage) => ({
    ...(await byAdmin(stage)),
    body: { messageId: await answerOf(stage), origin: 'correction' },
    others: {
      messageId: await answerOf(stage),
      origin: 'escalation',
      expected: { kind: 'answer', words: 'It is silent.' },
    },
  })),
]

/** Stores an answer of the assistant in a chat of its own. */
async function answerOf({ acme, guest }: CreationStage): Promise<MessageId> {
  const { conversationId } = await startChat(guest, acme.slug)
  const id: MessageId = newId()
  await acme.tenant.tx((t) => appendMessage(t, conversationId, { id, author: 'assistant', body: 'ring ring' }))
  return id
}
