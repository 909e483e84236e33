import { z } from 'zod'
import { Instant } from '#contracts/fields.ts'

export const EscalationReason = z.enum([
  'human_requested',
  'frustration_detected',
  'three_attempts',
  'complex_issue',
  'urgent_issue',
  'score',
])
export type EscalationReason = z.output<typeof EscalationReason>

export const Priority = z.enum(['low', 'medium', 'high', 'urgent'])
export type Priority = z.output<typeof Priority>

/** The offer to make a ticket of the chat, until it is accepted or declined. */
export const EscalationOffer = z.object({
  reason: EscalationReason,
  priority: Priority,
  /** When the prompt appears, shortly after the escalation message. */
  promptAt: Instant,
})
export type EscalationOffer = z.output<typeof EscalationOffer>
