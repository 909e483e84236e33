import type { ActionRequestId, AgentActionId, AgentId, ConversationId } from '#contracts/ids.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { ensureDefaultAgents } from './agents.ts'
import { countAnswer } from './queries.ts'
import { actionRequest, agent, agentAction } from './schema.ts'

const newId = <Id>() => crypto.randomUUID() as Id

/** A custom agent with an action, a pending action request, and an answer in a conversation. */
export const makeAgent = (
  tenant: Tenant,
  conversationId: ConversationId,
): Promise<{ agentId: AgentId; actionId: AgentActionId; requestId: ActionRequestId }> =>
  tenant.tx(async (t) => {
    await ensureDefaultAgents(t)
    const ids = {
      agentId: newId<AgentId>(),
      actionId: newId<AgentActionId>(),
      requestId: newId<ActionRequestId>(),
    }
    const of = { tenantId: t.tenantId, createdAt: t.now }
    await t.db.insert(agent).values({
      ...of,
      id: ids.agentId,
      name: 'Proof',
      type: 'general',
      description: 'proof',
      status: 'active',
      capabilities: ['proof'],
      personality: 'proof',
      specializations: ['proof'],
    })
    await t.db.insert(agentAction).values({
      ...of,
      id: ids.actionId,
      agentId: ids.agentId,
      name: 'proof',
      description: 'proof',
      method: 'POST',
      url: 'https://proof.example.com/orders/{order}',
      parameters: [{ name: 'order', in: 'path', type: 'string', description: 'proof', isRequired: true }],
      encryptedHeaders: 'proof',
      headerNames: ['Authorization'],
      needsConfirmation: true,
      isEnabled: true,
    })
    await t.db.insert(actionRequest).values({
      ...of,
      id: ids.requestId,
      actionId: ids.actionId,
      conversationId,
      input: { order: 'proof' },
      status: 'pending',
    })
    await countAnswer(t, { agentId: ids.agentId, conversationId, outcome: 'helped', latencyMs: 1 })
    return ids
  })
