import type { ModelMessage, ToolSet } from 'ai'
import type { AgentType } from '#contracts/agent/agent.ts'
import type { ConversationId, GuestId, MessageId } from '#contracts/ids.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import type { Complexity } from '#server/language/service.ts'
import type { Usage } from '#server/platform/models/model.ts'

/** A request to whichever model the routing chooses among the tenant's providers. */
export type ModelRequest = {
  /** Stored with each attempt: an answer to a customer, or a request by a member. */
  purpose: 'answer' | 'console' | 'summary' | 'reply' | 'draft' | 'quality'
  conversationId: ConversationId | null
  messageId: MessageId | null
  guestId: GuestId | null
  agent: { id: string; type: AgentType; provider: ProviderId | null; model: string | null } | null
  complexity: Complexity
  isExpert: boolean
  system: string
  messages: readonly ModelMessage[]
  tools?: ToolSet
  maxTokens: number
  temperature: number
  /** Set by the test console: only this provider is called. */
  only?: ProviderId
}

/** One call of a provider, as it is stored. */
export type Attempt = {
  provider: ProviderId
  model: string
  /** Null: the call succeeded. */
  fault: string | null
  usage: Usage
  /** Millionths of a cent. */
  costMicroCents: number
  priceVersion: string | null
  firstTokenMs: number | null
  latencyMs: number
}

/** A part of the streamed result. After the first text there is no fallback: a later failure throws AnswerCutError. */
export type ModelPart =
  | { type: 'text'; text: string }
  | { type: 'tool'; name: string; input: unknown }
  | { type: 'finish'; provider: ProviderId; model: string; usage: Usage; costMicroCents: number; attempts: Attempt[] }

/** No model answered, with the reason; the no-key engine then answers. */
export class NoModelError extends Error {
  readonly reason: 'no_key' | 'budget' | 'all_failed'
  readonly attempts: readonly Attempt[]

  constructor(reason: 'no_key' | 'budget' | 'all_failed', attempts: readonly Attempt[] = []) {
    super(`No model answered: ${reason}`)
    this.name = 'NoModelError'
    this.reason = reason
    this.attempts = attempts
  }
}

/** The provider failed after its first text was streamed. */
export class AnswerCutError extends Error {
  readonly attempts: readonly Attempt[]

  constructor(attempts: readonly Attempt[]) {
    super('The provider stopped in the middle of its answer')
    this.name = 'AnswerCutError'
    this.attempts = attempts
  }
}
