import type { ProviderId } from '#contracts/provider/provider.ts'
import type { ChosenAgent } from '#server/agent/service.ts'
import { assistantEngine } from '#server/assistant/engine/current.ts'
import type { Part, Question } from '#server/assistant/types.ts'
import { detectLanguage } from '#server/language/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { readTenant } from '#server/tenant/service.ts'

const ASK_TIME_MS = 20_000

/** A complete answer, with its origin. */
export type AssistantAnswer = { text: string } & Omit<Extract<Part, { type: 'end' }>, 'type'>

/**
 * Asks the assistant as a customer's first message would, outside any conversation: for test questions and the agents' console.
 * Tools find no customer, and only the model attempts are stored. Throws when the engine gives no answer within 20 s.
 */
export async function askAssistant(
  tenant: Tenant,
  asked: { text: string; agent: ChosenAgent | null; only?: ProviderId },
): Promise<AssistantAnswer> {
  const { name, aiSettings } = await tenant.read(readTenant)
  const question: Question = {
    ...asked,
    language: detectLanguage(asked.text) ?? 'en',
    business: name,
    confidenceThreshold: aiSettings.confidenceThreshold,
    failedAttempts: 0,
    history: [],
    conversationId: null,
    guestId: null,
    customerId: null,
    context: 'general',
  }
  return completeAnswer(tenant, question)
}

/** The whole answer to a question. Throws when the engine gives none within 20 s. */
export async function completeAnswer(tenant: Tenant, question: Question): Promise<AssistantAnswer> {
  let text = ''
  for await (const part of tenant.platform.state(assistantEngine)(tenant, question, AbortSignal.timeout(ASK_TIME_MS))) {
    if (part.type === 'text') text += part.text
    else return { text, ...part }
  }
  throw new Error('The engine ended without an answer')
}
