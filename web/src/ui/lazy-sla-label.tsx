import { lazyPart } from '#web/kit/lazy-part.tsx'

/** How a ticket stands against its agreed times. Its code is loaded for the first ticket with agreed times. */
export const SlaLabel = lazyPart(async () => (await import('./sla-label.tsx')).SlaLabel)
