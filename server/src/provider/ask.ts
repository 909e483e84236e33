import type { ModelMessage, ToolSet } from 'ai'
import type { AgentType } from '#contracts/agent/agent.ts'
import type { ConversationId, GuestId, MessageId } from '#contracts/ids.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import type { Complexity } from '#server/language/service.ts'
import type { Usage } from '#server/platform/models/model.ts'

/** What a model is asked for, whoever answers: the router chooses among the tenant's providers (R9). */
export type ModelRequest = {
  /** For the record and the budgets: an answer to a customer, or what a member asked for. */
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
  /** The console's choice: this one and no other. */
  only?: ProviderId
}

/** One call of the chain, as it is kept. */
export type Attempt = {
  provider: ProviderId
  model: string
  /** Null: it answered. */
  fault: string | null
  usage: Usage
  /** Millionths of a cent. */
  costMicroCents: number
  priceVersion: string | null
  firstTokenMs: number | null
  latencyMs: number
}

/** What comes of a request. After the first text there is no second provider: a later failure throws AnswerCut. */
export type AskPart =
  | { type: 'text'; text: string }
  | { type: 'tool'; name: string; input: unknown }
  | { type: 'finish'; provider: ProviderId; model: string; usage: Usage; costMicroCents: number; attempts: Attempt[] }

/** Nobody answered, and why: the no-key engine takes over. */
export class NoModel extends Error {
  readonly reason: 'no_key' | 'budget' | 'all_failed'
  readonly attempts: readonly Attempt[]

  constructor(reason: 'no_key' | 'budget' | 'all_failed', attempts: readonly Attempt[] = []) {
    super(`No model answered: ${reason}`)
    this.name = 'NoModel'
    this.reason = reason
    this.attempts = attempts
  }
}

/** The provider failed after its first words. */
export class AnswerCut extends Error {
  readonly attempts: readonly Attempt[]

  constructor(attempts: readonly Attempt[]) {
    super('The provider broke off in the middle of its answer')
    this.name = 'AnswerCut'
    this.attempts = attempts
  }
}
