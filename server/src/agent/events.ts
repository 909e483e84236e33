import { domainEvent } from '#server/platform/event.ts'

/** An agent was added, changed, removed, or switched on or off: the same question may be answered otherwise. */
export const agentsChanged = domainEvent<Record<string, never>>('agent.changed')
