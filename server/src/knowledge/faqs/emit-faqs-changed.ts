import type { FaqId } from '#contracts/ids.ts'
import { faqsChanged } from '#server/knowledge/events.ts'
import { publishKnowledge } from '#server/knowledge/live-events.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** `faqId` is null where several FAQs changed at once. */
export type FaqsChange = { change: 'created' | 'changed' | 'deleted' | 'imported'; faqId: FaqId | null }

/** Emits `faqs.changed` to the other domains, and a live event to the open desks. The only place that does. */
export async function emitFaqsChanged(t: Tx, facts: FaqsChange): Promise<void> {
  await t.emit(faqsChanged, facts)
  publishKnowledge(t, 'faqs', facts.faqId)
}
