import type { AgentType } from '#contracts/agent/agent.ts'
import type { ChatContext } from '#contracts/conversation/conversation.ts'
import type { Source } from '#contracts/conversation/message.ts'
import type { ConversationId, CustomerId, GuestId } from '#contracts/ids.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import type { BusinessInfo, ReplyStyle } from '#contracts/tenant/tenant.ts'
import type { ChosenAgent } from '#server/agent/service.ts'
import type { Language } from '#server/language/service.ts'
import type { RecalledMemory } from '#server/memory/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import type { Attempt, ProviderChoice } from '#server/provider/service.ts'

/** The customer's messages since the last answer, and their context. */
export type Question = {
  text: string
  /** `text` holds several messages that were sent one after the other: each may ask something of its own. */
  isBurst?: boolean
  /** The detected language; the answer uses it. */
  language: Language
  business: string
  /** The style of the assistant's own sentences; professional where none is given. */
  style?: ReplyStyle
  /** The business's record: its telephone, hours and so on. */
  record?: BusinessInfo
  /** When it was asked. */
  askedAt?: Date
  /** The minimum confidence for an answer: the tenant's setting, a probability. */
  confidenceThreshold: number
  /** The number of earlier answers in a row that did not help. */
  failedAttempts: number
  history: readonly { author: 'customer' | 'assistant' | 'member'; body: string }[]
  /** The title of the entry that the last answer gave or quoted: what "it" and "that" may refer to. Null where it gave none. */
  subject?: string | null
  /** The conversation and customer that tools and memory are bound to; never taken from model output. Null for test questions. */
  conversationId: ConversationId | null
  guestId: GuestId | null
  customerId: CustomerId | null
  /** The page the chat was opened from. */
  context: ChatContext
  /** The agent that answers, chosen before the engine runs. Null where no agent is active. */
  agent: ChosenAgent | null
  /** The customer's memory. Its lines contain customer text: data, never instructions. */
  memory?: RecalledMemory | null
  /** The agent's actions are not offered: what is written may never be sent. */
  withoutActions?: true
  /** Set by the test console: only this provider is called. */
  only?: ProviderId
  /** Resolves once the lease is acquired. Before that the engine may read, but must not call a model or stream text. */
  leaseAcquired?: Promise<void>
}

/** Another worker answers, or the pending turn has changed. */
export class LeaseLostError extends Error {}

/** Why a sentence of a model was cut. */
export type CutReason =
  | 'unsupported'
  | 'link'
  | 'image'
  | 'prompt_leak'
  | 'citation'
  | 'avoided_topic'
  | 'personal_data'

/**
 * What became of a sentence that a model wrote. `source`: it is a sentence of a source, word for word. `replaced`: sources say it in
 * other words, which were `shown`. `judged`: a second model found it in its source. `cut`: no source says it.
 */
export type GroundingDecision = {
  /** Missing in what was stored before decisions other than cuts were kept. */
  decision?: 'source' | 'replaced' | 'judged' | 'cut'
  sentence: string
  shown?: string
  reason?: CutReason
}

/** How an answer was made: stored with the message, shown by "Why this answer?". */
export type Origin = {
  engine: 'model' | 'no-key' | 'canned'
  latencyMs: number
  /** The retrieved sources, best first, with a score where there is one. */
  retrieved: { kind: Source['kind']; id: string; score: number | null }[]
  language?: string
  agent?: { id: string; name: string; type: AgentType }
  analysis?: { urgency: string; complexity: string; tone: string }
  promptHash?: string
  firstTokenMs?: number | null
  attempts?: Attempt[]
  /** In which order the providers were to be asked, and why. */
  providerChoice?: ProviderChoice
  /** Why no model answered, where there are keys. */
  degraded?: 'budget' | 'all_failed' | 'too_slow' | 'refused'
  groundingDecisions?: GroundingDecision[]
  tools?: { name: string }[]
}

/** What a model requested by a tool: a person, or a ticket. */
export type ToolRequest = { kind: 'person' } | { kind: 'ticket'; subject: string; description: string }

/** The outcome of an answer. Only `answered` counts as help; `small_talk` is neither help nor failure. */
export type Outcome = 'answered' | 'suggested' | 'small_talk' | 'unknown'

/** A part of a streamed answer: text, and at the end its result. */
export type Part =
  /** `isGrowing`: more text follows, so it is shown at once. */
  | { type: 'text'; text: string; isGrowing?: true }
  | {
      type: 'end'
      /** The provider stopped after its first text: the message is marked as interrupted. */
      isCut?: true
      /** Requested by a tool, carried out once the answer is written. */
      toolRequest?: ToolRequest
      outcome: Outcome
      sources: Source[]
      suggestions: string[]
      confidence: number | null
      origin: Origin
    }

/** Answers a question as a stream. A stream without an `end` was interrupted. */
export type Engine = (tenant: Tenant, question: Question, signal: AbortSignal) => AsyncIterable<Part>
