import { createAgent } from '#contracts/agent/agent.ts'
import { createAgentAction } from '#contracts/agent/agent-action.ts'
import { createRule } from '#contracts/automation/rule.ts'
import { sendGuestMessage, startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { AgentId, ConversationId, CustomerId } from '#contracts/ids.ts'
import { createTicket } from '#contracts/ticket/ticket.ts'
import { makeAttribute, makeCustomer, makeMerge, makeNote } from '#server/customer/fixture.ts'
import { makeDataImport } from '#server/data-import/fixture.ts'
import { makeMailbox } from '#server/inbound-mail/fixture.ts'
import { makeArticle, makeDocument, makeFaq } from '#server/knowledge/fixture.ts'
import { makeTestQuestion } from '#server/quality/fixture.ts'
import { makeInvitation, makeTeam } from '#server/team/fixture.ts'
import { makeTicketField } from '#server/ticket/custom-fields/fixture.ts'
import { makeMacro } from '#server/ticket/macros/fixture.ts'
import { type FullTenant, getId, startImport } from './full-tenant.ts'

const newId = () => crypto.randomUUID() as never

const AGENT = {
  name: 'taken',
  type: 'general' as const,
  description: '',
  provider: null,
  model: null,
  personality: 'taken',
  capabilities: [],
  specializations: [],
}

const ACTION = {
  description: 'taken',
  method: 'GET' as const,
  url: 'https://taken.example.com/',
  parameters: [],
  headers: [],
  needsConfirmation: false,
  isEnabled: false,
}

/** Creates a row of this tenant, for probes that create something under an id that exists. */
export async function createForeignId(fullTenant: FullTenant, kind: string): Promise<string> {
  const id: string = newId()
  const { slug, guest, agent, ids } = fullTenant
  if (kind === 'conversation') {
    await guest.call(startConversation, { params: { slug }, body: { id: id as never, context: 'general' } })
  } else if (kind === 'message') {
    const params = { slug, conversationId: ids.conversation as ConversationId }
    await guest.call(sendGuestMessage, {
      params,
      body: { id: id as never, body: `${fullTenant.canary.private} taken`, fileIds: [] },
    })
  } else if (kind === 'ticket') {
    const body = {
      id: id as never,
      subject: `${fullTenant.canary.private} taken`,
      description: `${fullTenant.canary.private} taken`,
    }
    await agent.call(createTicket, { body })
  } else if (kind === 'automationRule') {
    const content = {
      name: `${fullTenant.canary.private} taken`,
      trigger: 'created',
      time: null,
      conditions: {},
    } as const
    const actions = [{ type: 'add_note' as const, body: 'taken' }]
    await fullTenant.admin.call(createRule, { body: { id: id as never, ...content, actions } })
  } else if (kind === 'agent') {
    await fullTenant.admin.call(createAgent, { body: { ...AGENT, id: id as never } })
  } else if (kind === 'action') {
    const params = { agentId: ids.agent as AgentId }
    await fullTenant.admin.call(createAgentAction, {
      params,
      body: { ...ACTION, name: `a_${id.slice(0, 8)}`, id: id as never },
    })
  } else if (kind === 'faq') return (await makeFaq(fullTenant.tenant, { question: fullTenant.canary.private })).id
  else if (kind === 'article') return (await makeArticle(fullTenant.tenant, { title: fullTenant.canary.private })).id
  else if (kind === 'invitation') return makeInvitation(fullTenant.tenant, fullTenant.admin.actor)
  else if (kind === 'team') return makeTeam(fullTenant.tenant, fullTenant.admin.actor, [])
  else if (kind === 'macro') return makeMacro(fullTenant.tenant, agent.actor)
  else if (kind === 'ticketField') return makeTicketField(fullTenant.tenant, fullTenant.admin.actor)
  else if (kind === 'mailbox') return makeMailbox(fullTenant.tenant, fullTenant.admin.actor)
  else if (kind === 'customerAttribute') return makeAttribute(fullTenant.tenant, fullTenant.admin.actor)
  else if (kind === 'customerMerge')
    // Into a customer of its own: several are made at once, and a merge changes the version of both.
    return (await makeMerge(fullTenant.tenant, agent.actor, (await makeCustomer(fullTenant.tenant)).id)).id
  else if (kind === 'customerNote') return makeNote(fullTenant.tenant, agent.actor, ids.customer as CustomerId)
  else if (kind === 'import') return startImport(fullTenant.admin)
  else if (kind === 'dataImport') return makeDataImport(fullTenant.tenant, fullTenant.admin.actor)
  else if (kind === 'testQuestion')
    return (await makeTestQuestion(fullTenant.tenant, fullTenant.canary.private)).questionId
  else if (kind === 'document')
    return (await makeDocument(fullTenant.tenant, { content: fullTenant.canary.private })).id
  else return getId(fullTenant.ids, kind)
  return id
}
