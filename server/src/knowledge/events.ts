import { domainEvent } from '#server/platform/event.ts'

/** What the assistant may say is another than before: a FAQ or a document came, went or was written anew. */
export const knowledgeChanged = domainEvent<Record<string, never>>('knowledge.changed')
