import { z } from 'zod'

/**
 * What a rule waits for: that a ticket is created, somebody writes in it, a field of it changes, one of its agreed times is due soon or
 * breached, or that a time has passed.
 */
export const RuleTrigger = z.enum([
  'created',
  'customer_replied',
  'member_replied',
  'status_changed',
  'priority_changed',
  'assigned',
  'tags_changed',
  'rated',
  'sla_warned',
  'sla_breached',
  'time_passed',
])
export type RuleTrigger = z.output<typeof RuleTrigger>
