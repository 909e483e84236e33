import { z } from 'zod'
import { Instant } from '#contracts/fields.ts'

/** What a business agrees a time for: the first answer of a member, each next one, and the resolution. */
export const SlaTarget = z.enum(['firstReply', 'nextReply', 'resolution'])
export type SlaTarget = z.output<typeof SlaTarget>

/**
 * How a ticket stands against its agreed times: they run, one is due soon, they are paused while the ticket waits for the customer, all
 * were met, or one was breached, which stays so.
 */
export const SlaState = z.enum(['running', 'soon', 'paused', 'met', 'breached'])
export type SlaState = z.output<typeof SlaState>

/** One agreed time of a ticket. */
export const SlaClock = z.object({
  /** Milliseconds that counted until its clock was last set. */
  spentMs: z.int(),
  /** Null while it is paused, after its end, and without a target. */
  dueAt: Instant.nullable(),
  warnAt: Instant.nullable(),
  warnedAt: Instant.nullable(),
  breachedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
})
export type SlaClock = z.output<typeof SlaClock>

export const SlaClocks = z.partialRecord(SlaTarget, SlaClock)
export type SlaClocks = z.output<typeof SlaClocks>

/** For a row of the list: the state, and when the next agreed time ends. A ticket without any has none. */
export const TicketSlaLabel = z.object({ state: SlaState, dueAt: Instant.nullable() })
export type TicketSlaLabel = z.output<typeof TicketSlaLabel>
