import type { EscalationReason, Priority } from '#contracts/conversation/escalation.ts'
import { analyseMessage } from '#server/language/service.ts'

export type Escalation = { reason: EscalationReason; priority: Priority }

/** The state of the conversation and the memory when a customer's message arrives. */
export type EscalationContext = {
  /** The knowledge has a confident answer to this message: then a "complex" word alone does not escalate. */
  answerable: boolean
  /** Attempts of the assistant in this chat that did not help. */
  failedAttempts: number
  /** The tenant's number of failed attempts that escalates, 2 to 5. */
  escalationThreshold: number
  /** The customer has had an issue of this category in at least two visits. */
  recurringIssue: boolean
  /** A chat of this customer escalated within the last 24 hours. */
  escalatedLastDay: boolean
  /** Exchanges with this customer so far, over all visits. */
  interactions: number
}

const SCORE_TO_ESCALATE = 0.5
const PRIORITIES: Priority[] = ['low', 'medium', 'high', 'urgent']

/**
 * Whether a customer's message is escalated to a person, with reason and priority; null where it is not. An explicit trigger has
 * precedence, in this order: urgency, a request for a person, anger, failed attempts, a complex case; else the score of the customer's
 * memory decides.
 */
export function detectEscalation(text: string, context: EscalationContext): Escalation | null {
  const found = explicitTrigger(text, context) ?? scoreTrigger(context)
  return found && { ...found, priority: raisedByMemory(found.priority, context) }
}

function explicitTrigger(text: string, context: EscalationContext): Escalation | null {
  const found = analyseMessage(text)
  if (found.isUrgent) return { reason: 'urgent_issue', priority: 'urgent' }
  if (found.requestsPerson || (!context.answerable && found.requestsServiceDesk)) {
    return { reason: 'human_requested', priority: 'high' }
  }
  if (found.isFrustrated) return { reason: 'frustration_detected', priority: 'high' }
  if (found.isComplaint && !context.answerable) return { reason: 'complex_issue', priority: 'medium' }
  if (context.failedAttempts >= context.escalationThreshold) return { reason: 'three_attempts', priority: 'medium' }
  if (!context.answerable && found.isComplexCase) return { reason: 'complex_issue', priority: 'medium' }
  return null
}

/** What a customer's own words ask of a person. */
export type PersonNeeded = 'urgent' | 'complaint' | 'person_requested'

/**
 * Why what a customer wrote is for a person, however well the knowledge answers it; null where it is not. Other than in a chat nobody can
 * take an answer back that was mailed, so that every complaint counts.
 */
export function personNeeded(text: string): PersonNeeded | null {
  const found = analyseMessage(text)
  if (found.isUrgent || found.urgency === 'high') return 'urgent'
  if (found.requestsPerson || found.requestsServiceDesk) return 'person_requested'
  return found.isFrustrated || found.isComplaint ? 'complaint' : null
}

function scoreTrigger(context: EscalationContext): Escalation | null {
  // In tenths, because 0.3 + 0.2 is not exact in floating point.
  const tenths =
    (context.recurringIssue ? 3 : 0) + (context.escalatedLastDay ? 4 : 0) + (context.interactions >= 5 ? 2 : 0)
  return tenths >= SCORE_TO_ESCALATE * 10 ? { reason: 'score', priority: 'low' } : null
}

/** The higher of two priorities. */
export const strongestPriority = (one: Priority, other: Priority): Priority =>
  PRIORITIES.indexOf(one) < PRIORITIES.indexOf(other) ? other : one

/** What the memory of a customer says about priority. */
type Remembered = Pick<EscalationContext, 'recurringIssue' | 'interactions'>

/** A recurring issue raises the priority by one step; a customer with ten exchanges or more never has low priority. */
export function raisedByMemory(priority: Priority, context: Remembered): Priority {
  const step = PRIORITIES.indexOf(priority) + (context.recurringIssue ? 1 : 0)
  const raised = PRIORITIES[Math.min(step, PRIORITIES.length - 1)]!
  return raised === 'low' && context.interactions >= 10 ? 'medium' : raised
}
