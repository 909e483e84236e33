import type { ModelMessage, ToolSet } from 'ai'
import type { AgentType } from '#contracts/agent/agent.ts'
import type { ConversationId, GuestId, MessageId } from '#contracts/ids.ts'
import type { Task } from '#contracts/provider/api-settings.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import type { Complexity } from '#server/language/service.ts'
import type { ModelErrorKind, Usage } from '#server/platform/models/model.ts'

/** A request to whichever model the routing chooses among the tenant's providers. */
export type ModelRequest = {
  /** Stored with each attempt: an answer to a customer, or a request by a member. */
  purpose: 'answer' | 'console' | 'summary' | 'reply' | 'composer' | 'draft' | 'quality' | 'judge'
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

/** Why a provider stands where it stands in the order of a request: the agent's own, preferred by a task, or the tenant's order. */
export type OrderReason = 'console' | 'agent' | Task | 'own_order'

/** Why a provider was passed over. */
export type SkipReason = 'wrong_key' | 'unreadable_key' | 'no_model' | 'paused' | 'budget'

/** The order of the connected providers for a request with the reason for the first, and those that were passed over. */
export type ProviderChoice = {
  order: ProviderId[]
  reason: OrderReason
  skipped: { provider: ProviderId; reason: SkipReason }[]
}

/** What led to a call: it was the first, another failed, another was slow, or another broke off and this one went on. */
export type CallCause = 'first' | 'fallback' | 'hedge' | 'continuation'

/** One call of a provider, as it is stored. */
export type Attempt = {
  provider: ProviderId
  model: string
  cause: CallCause
  /** Null: the call succeeded. */
  fault: CallFault | null
  usage: Usage
  /** The provider did not report all tokens: those that are missing are estimated by characters. */
  isEstimated: boolean
  /** Millionths of a cent. */
  costMicroCents: number
  priceVersion: string
  firstTokenMs: number | null
  latencyMs: number
}

/** How a call failed: the gateway's error, `superseded` by a faster provider, or `aborted` because nobody reads the answer any more. */
export type CallFault = ModelErrorKind | 'superseded' | 'aborted'

/** The calls of a request, and the order they followed. */
export type RequestRecord = { attempts: readonly Attempt[]; choice: ProviderChoice | null }

/** A part of a model's answer. A failure is thrown. */
export type ModelPart =
  | { type: 'text'; text: string }
  | { type: 'tool'; name: string; input: unknown }
  | ({ type: 'finish'; provider: ProviderId; model: string; usage: Usage; costMicroCents: number } & RequestRecord)

/** Why no model answered. `too_slow`: none gave a first sentence in time. */
export type NoModelReason = 'no_key' | 'budget' | 'all_failed' | 'too_slow'

/** No model answered, with the reason; the no-key engine then answers. */
export class NoModelError extends Error {
  readonly reason: NoModelReason
  readonly record: RequestRecord

  constructor(reason: NoModelReason, record: RequestRecord = { attempts: [], choice: null }) {
    super(`No model answered: ${reason}`)
    this.name = 'NoModelError'
    this.reason = reason
    this.record = record
  }
}

/** The provider failed after a part of its answer was shown, and no other could go on. */
export class AnswerCutError extends Error {
  readonly record: RequestRecord

  constructor(record: RequestRecord) {
    super('The provider stopped in the middle of its answer')
    this.name = 'AnswerCutError'
    this.record = record
  }
}
