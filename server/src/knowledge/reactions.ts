import { type EventHandler, onEvent } from '#server/platform/event.ts'
import { articlesChanged } from './events.ts'
import { queueRelating } from './related-articles/jobs.ts'

export const knowledgeReactions: EventHandler[] = [onEvent(articlesChanged, queueRelating)]
