import { z } from 'zod'
import { domainEvent } from '#server/platform/event.ts'

export const agentsChanged = domainEvent({
  name: 'agents.changed',
  version: 1,
  summary:
    'An AI agent was added, changed, removed, or switched on or off: the same question may be answered otherwise.',
  payload: z.object({}),
  toPayload: (_facts: Record<string, never>) => ({}),
})
