import type { Tx } from '#server/platform/db/tenant.ts'
import { knowledgeChanged } from './events.ts'

/** Tells the domains above and the open desks that FAQs are other ones now. */
export async function emitFaqsChanged(t: Tx, id: string | null): Promise<void> {
  await t.emit(knowledgeChanged, {})
  t.publish({ desk: true, conversationId: null, seq: null, event: { type: 'knowledge.changed', part: 'faqs', id } })
}
