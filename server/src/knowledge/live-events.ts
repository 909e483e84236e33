import type { LiveEvent } from '#contracts/live-event.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

type Part = Extract<LiveEvent, { type: 'knowledge.changed' }>['part']

/** The open desks read a part of the knowledge base again: one row of it, or all (`id` null). */
export const publishKnowledge = (t: Tx, part: Part, id: string | null = null): void =>
  t.publish({ type: 'knowledge.changed', part, id }, { desk: true, conversation: null })
