import type { QualityRunView } from '#contracts/quality/quality.ts'
import { agentsChanged } from '#server/agent/events.ts'
import { knowledgeChanged } from '#server/knowledge/events.ts'
import type { DomainEvent } from '#server/platform/event.ts'
import { type EventHandler, onEvent } from '#server/platform/event.ts'
import { modelsChanged } from '#server/provider/events.ts'
import { runAfterChange } from './jobs.ts'
import { countQuestions } from './queries.ts'

/** Changes come in a row (an import, somebody tidying up): the questions are asked once it has been quiet for so long. */
const SETTLED_MS = 10_000

const after = <P>(event: DomainEvent<P>, trigger: QualityRunView['trigger']): EventHandler =>
  onEvent(event, async (t) => {
    if ((await countQuestions(t)) === 0) return
    const startAfter = new Date(t.now.getTime() + SETTLED_MS)
    await t.enqueue(runAfterChange, { tenantId: t.tenantId, trigger }, { startAfter })
  })

/** After every change of what answers, the test questions are asked anew. */
export const qualityReactions: EventHandler[] = [
  after(knowledgeChanged, 'knowledge'),
  after(agentsChanged, 'agent'),
  after(modelsChanged, 'model'),
]
