import type { Source } from '#contracts/conversation.ts'
import type { Tenant } from '#server/platform/platform.ts'

/** What is to be answered: the customer's words since the last answer, and what went before. */
export type Question = {
  text: string
  business: string
  /** From which confidence an answer is given (the tenant's setting: a probability). */
  confidenceThreshold: number
  /** Answers before this one that did not help. */
  failedAttempts: number
  history: readonly { author: 'customer' | 'assistant' | 'member'; body: string }[]
}

/** How an answer turned out. Only `answered` helped; `small_talk` is neither help nor failure. */
export type Outcome = 'answered' | 'suggested' | 'small_talk' | 'unknown'

/** A piece of an answer: text as it comes, and at the end what it rests on. */
export type Part =
  | { type: 'text'; text: string }
  | {
      type: 'end'
      outcome: Outcome
      sources: Source[]
      suggestions: string[]
      confidence: number | null
      origin: Record<string, unknown>
    }

/** Something that can answer. A stream without an `end` was cut. */
export type Engine = (tenant: Tenant, question: Question, signal: AbortSignal) => AsyncIterable<Part>
