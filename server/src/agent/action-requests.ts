import type { ActionRequestView } from '#contracts/agent/action-request.ts'
import type { ActionRequestId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { appendMessage, getConversation, newId } from '#server/conversation/service.ts'
import { type Member, system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { inLanguage, text } from '#server/platform/text/message.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { claimRequest, findRequest, finishRequest, type ListedRequest, listRequestRows } from './action-queries.ts'
import { toCallable } from './actions.ts'
import { callAction } from './call-action.ts'

/** The maximum length of a value in an action request. */
export const REQUEST_INPUT_MAX = 2000
const LOCALE = { locale: 'en' } as const

/** The agents' action requests: pending ones first, then the newest; at most 100. All members may read them. */
export const listActionRequests = (tenant: Tenant): Promise<{ items: ActionRequestView[] }> =>
  tenant.read(async (t) => ({ items: (await listRequestRows(t)).map(presentRequest) }))

/**
 * Confirms or refuses an action request: a confirmed action is called exactly once, a refused one never. The customer is notified,
 * and the result is added to the thread as a note. Throws conflict when it was already decided.
 */
export async function decideActionRequest(
  tenant: Tenant,
  actor: Member,
  id: ActionRequestId,
  isApproved: boolean,
): Promise<ActionRequestView> {
  const claimed = await tenant.tx(async (t) => {
    const found = await getRequest(t, id)
    // If the process ends after the claim, this result remains: the action is not called a second time.
    const interrupted = isApproved ? m.agent_request_interrupted({}, LOCALE) : null
    const isClaimed = await claimRequest(t, id, {
      status: isApproved ? 'failed' : 'refused',
      result: interrupted,
      decidedBy: actor.name,
      decidedAt: t.now,
    })
    if (!isClaimed) throw conflict(m.error_agent_request_decided)
    const decision = isApproved ? m.activity_request_confirmed : m.activity_request_refused
    await recordActivity(t, actor, { action: text(decision, { action: found.action.name }), type: 'ai' })
    return isApproved ? { found, callable: toCallable(tenant.platform, t, found.action) } : { found, callable: null }
  })
  const { callable, found } = claimed
  const result = callable && (await callAction(tenant.platform, callable, found.request.input))
  return tenant.tx(async (t) => {
    if (result) await finishRequest(t, id, { status: result.ok ? 'done' : 'failed', result: result.text })
    await appendOutcome(t, found, result === null ? 'refused' : result.ok ? 'done' : 'failed', result?.text ?? null)
    return presentRequest(await getRequest(t, id))
  })
}

async function getRequest(t: Tx, id: ActionRequestId): Promise<ListedRequest> {
  const found = await findRequest(t, id)
  if (!found) throw notFound('request')
  return found
}

/** Appends a sentence for the customer, in the conversation's language, and the result of the call as an internal note. */
async function appendOutcome(
  t: Tx,
  { request, action }: ListedRequest,
  outcome: 'done' | 'failed' | 'refused',
  result: string | null,
): Promise<void> {
  if (request.conversationId === null) return
  const sentence = {
    done: m.assistant_request_done,
    failed: m.assistant_request_failed,
    refused: m.assistant_request_refused,
  }[outcome]
  const { language } = await getConversation(t, system, request.conversationId)
  await appendMessage(t, request.conversationId, {
    id: newId(),
    author: 'assistant',
    body: inLanguage(sentence, language),
  })
  if (result === null) return
  const body = m.agent_note_result({ name: action.name, result }, LOCALE)
  await appendMessage(t, request.conversationId, { id: newId(), author: 'assistant', visibility: 'note', body })
}

const presentRequest = ({ request, action, agentName, ticketId }: ListedRequest): ActionRequestView => ({
  id: request.id,
  agentName,
  actionName: action.name,
  description: action.description,
  method: action.method,
  host: URL.parse(action.url.replaceAll(/[{}]/g, ''))?.host ?? '',
  input: Object.entries(request.input).map(([name, value]) => ({ name, value: String(value) })),
  status: request.status,
  result: request.result,
  decidedBy: request.decidedBy,
  conversationId: request.conversationId,
  ticketId: ticketId ?? null,
  createdAt: request.createdAt.toISOString(),
  decidedAt: request.decidedAt?.toISOString() ?? null,
})
