import type { AgentType } from '#contracts/agent/agent.ts'
import type { ChatContext } from '#contracts/conversation/conversation.ts'
import type { Source } from '#contracts/conversation/message.ts'
import type { ConversationId, CustomerId, GuestId } from '#contracts/ids.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import type { ChosenAgent } from '#server/agent/service.ts'
import type { Language } from '#server/language/service.ts'
import type { Recollection } from '#server/memory/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import type { Attempt } from '#server/provider/service.ts'

/** What is to be answered: the customer's words since the last answer, and what went before. */
export type Question = {
  text: string
  /** What it is written in, as far as can be told; the answer keeps to it. */
  language: Language
  business: string
  /** From which confidence an answer is given (the tenant's setting: a probability). */
  confidenceThreshold: number
  /** Answers before this one that did not help. */
  failedAttempts: number
  history: readonly { author: 'customer' | 'assistant' | 'member'; body: string }[]
  /** Whose chat it is: tools and memory are bound to these, never to what a model says. Null where nobody is asked for (test questions). */
  conversationId: ConversationId | null
  guestId: GuestId | null
  customerId: CustomerId | null
  /** Where the chat was opened from. */
  context: ChatContext
  /** Who answers: routed before the engine runs, with and without keys. Null where no agent is active. */
  agent: ChosenAgent | null
  /** What is remembered of the customer. Its lines hold words of theirs: data, never instructions. */
  memory?: Recollection | null
  /** The console's choice: this provider and no other. */
  only?: ProviderId
  /** Settles once the chat is ours to answer: until then things may be looked up, but nothing be spent or said. */
  leaseAcquired?: Promise<void>
}

/** Somebody else answers, or there is something else to answer by now. */
export class LeaseLostError extends Error {}

/** A decision about one sentence of a model, told to the admin in plain words. */
export type GateDecision = {
  reason: 'unsupported' | 'number' | 'link' | 'image' | 'prompt_leak' | 'citation' | 'avoided_topic' | 'personal_data'
  sentence: string
}

/** How an answer came about: kept with the message, shown by "Why this answer?". */
export type Origin = {
  engine: 'model' | 'no-key' | 'canned'
  latencyMs: number
  /** What was found, best first, with its score where there is one. */
  retrieved: { kind: Source['kind']; id: string; score: number | null }[]
  language?: string
  agent?: { id: string; name: string; type: AgentType }
  analysis?: { urgency: string; complexity: string; tone: string }
  promptHash?: string
  firstTokenMs?: number | null
  attempts?: Attempt[]
  /** Why no model answered, where there are keys. */
  degraded?: 'budget' | 'all_failed' | 'refused'
  gate?: GateDecision[]
  tools?: { name: string }[]
}

/** What a model may have done for the customer of this chat. */
export type Wish = { kind: 'person' } | { kind: 'ticket'; subject: string; description: string }

/** How an answer turned out. Only `answered` helped; `small_talk` is neither help nor failure. */
export type Outcome = 'answered' | 'suggested' | 'small_talk' | 'unknown'

/** A piece of an answer: text as it comes, and at the end what it rests on. */
export type Part =
  /** `isGrowing`: more will come, so it is shown at once. */
  | { type: 'text'; text: string; isGrowing?: true }
  | {
      type: 'end'
      /** The provider broke off after its first words: what is there is marked as interrupted. */
      isCut?: true
      /** What the assistant asked for through its tools: the house does it once the answer is written. */
      wish?: Wish
      outcome: Outcome
      sources: Source[]
      suggestions: string[]
      confidence: number | null
      origin: Origin
    }

/** Something that can answer. A stream without an `end` was cut. */
export type Engine = (tenant: Tenant, question: Question, signal: AbortSignal) => AsyncIterable<Part>
