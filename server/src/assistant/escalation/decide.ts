import type { EscalationReason, Priority } from '#contracts/conversation/escalation.ts'
import {
  detectEscalation,
  type EscalationContext,
  raisedByMemory,
  strongestPriority,
} from '#server/assistant/signals/escalation-signals.ts'
import type { ConversationRow } from '#server/conversation/schema.ts'
import { readContext } from '#server/conversation/service.ts'
import { isRecurring, memoryOwnerOf, type RecalledMemory, recall } from '#server/memory/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

export type EscalationDecision = { reason: EscalationReason; priority: Priority }

const DAY_MS = 86_400_000
/** The score escalates a conversation once; explicit signals always do. */
const wasScoreUsed = (row: ConversationRow, memory: RecalledMemory | null): boolean =>
  memory?.escalations.some(({ reason, sessionId }) => reason === 'score' && sessionId === row.id) ?? false

/** Decides whether to escalate: by explicit signals first, else by the score, which includes the customer's memory. */
export function decideEscalation(
  t: Tx,
  row: ConversationRow,
  turn: {
    text: string
    answerable: boolean
    failedAttempts: number
    /** The tenant's setting: the number of failed answers that escalates. */
    escalationThreshold: number
    memory: RecalledMemory | null
  },
): EscalationDecision | null {
  const { memory, text, answerable, failedAttempts, escalationThreshold } = turn
  const known = rememberedOf(t, row, text, memory)
  const found = detectEscalation(text, { answerable, failedAttempts, escalationThreshold, ...known })
  return found?.reason === 'score' && wasScoreUsed(row, memory) ? null : found
}

type Remembered = Pick<EscalationContext, 'interactions' | 'escalatedLastDay' | 'recurringIssue'>

/** What the customer's memory contributes to the decision about a text. */
function rememberedOf(t: Tx, row: ConversationRow, text: string, memory: RecalledMemory | null): Remembered {
  const since = new Date(t.now.getTime() - DAY_MS).toISOString()
  return {
    // Includes the current interaction.
    interactions: (memory?.totalInteractions ?? 0) + 1,
    escalatedLastDay: memory?.escalations.some(({ at, sessionId }) => at > since && sessionId !== row.id) ?? false,
    recurringIssue: memory ? isRecurring(memory, text, row.id) : false,
  }
}

/** The customer's messages that a request refers to are among this many newest ones. */
const NEWEST = 20

/**
 * Decides about an escalation that a button, a rating or a model's tool requests: its reason stays, its priority is raised by the
 * memory as in `decideEscalation`, and is never lower than what the customer's own words in this chat require.
 */
export async function decideRequested(
  t: Tx,
  row: ConversationRow,
  { reason, priority }: EscalationDecision,
): Promise<EscalationDecision> {
  const owner = memoryOwnerOf(row)
  const [messages, memory] = await Promise.all([readContext(t, row, NEWEST), owner && recall(t, owner)])
  const written = messages.filter(({ author }) => author === 'customer').map(({ body }) => body)
  const text = written.join('\n')
  const known = rememberedOf(t, row, text, memory)
  const byWords = detectEscalation(text, { ...WORDS_ALONE, ...known })?.priority ?? 'low'
  return { reason, priority: strongestPriority(raisedByMemory(priority, known), byWords) }
}

/** A context in which nothing but explicit words escalates. */
const WORDS_ALONE: EscalationContext = {
  answerable: true,
  failedAttempts: 0,
  escalationThreshold: 5,
  interactions: 0,
  escalatedLastDay: false,
  recurringIssue: false,
}

/** Whether a text explicitly requests a person. */
export const isExplicitRequest = (text: string): boolean =>
  detectEscalation(text, WORDS_ALONE)?.reason === 'human_requested'
