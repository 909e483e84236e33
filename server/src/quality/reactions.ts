import type { QualityRunView } from '#contracts/quality/quality-run.ts'
import { agentsChanged } from '#server/agent/events.ts'
import { articlesChanged, documentsChanged, faqsChanged } from '#server/knowledge/events.ts'
import type { DomainEvent } from '#server/platform/event.ts'
import { type EventHandler, onEvent } from '#server/platform/event.ts'
import { modelsChanged } from '#server/provider/events.ts'
import { runAfterChange } from './jobs.ts'
import { queueReview } from './knowledge-review/jobs.ts'
import { countTestQuestions } from './queries.ts'

/** Changes often come in a row (an import, an editing session): a run starts this long after a change. */
const DEBOUNCE_MS = 10_000

const runAfter = <P>(event: DomainEvent<P>, trigger: QualityRunView['trigger']): EventHandler =>
  onEvent(event, async (t) => {
    if ((await countTestQuestions(t)) === 0) return
    const startAfter = new Date(t.now.getTime() + DEBOUNCE_MS)
    await t.enqueue(runAfterChange, { tenantId: t.tenantId, trigger }, { startAfter })
  })

/** Compares the knowledge after every change of it, and starts a run after every change of knowledge, agents or models. */
export const qualityReactions: EventHandler[] = [
  onEvent(faqsChanged, queueReview),
  onEvent(documentsChanged, queueReview),
  onEvent(articlesChanged, queueReview),
  runAfter(faqsChanged, 'knowledge'),
  runAfter(documentsChanged, 'knowledge'),
  runAfter(articlesChanged, 'knowledge'),
  runAfter(agentsChanged, 'agent'),
  runAfter(modelsChanged, 'model'),
]
