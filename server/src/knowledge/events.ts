import { z } from 'zod'
import { domainEvent } from '#server/platform/event.ts'

export const knowledgeChanged = domainEvent({
  name: 'knowledge.changed',
  version: 1,
  summary: 'A FAQ or a document was added, changed or removed: the same question may be answered otherwise.',
  payload: z.object({}),
  toPayload: (_facts: Record<string, never>) => ({}),
})
