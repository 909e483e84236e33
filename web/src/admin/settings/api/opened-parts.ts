import { lazyPart } from '#web/kit/lazy-part.tsx'

/** The parts of the tab that are shown once they are opened; their code is loaded then. */
export const NewKey = lazyPart(async () => (await import('./new-key.tsx')).NewKey)
export const WebhookForm = lazyPart(async () => (await import('./webhook-form.tsx')).WebhookForm)
export const Deliveries = lazyPart(async () => (await import('./deliveries.tsx')).Deliveries)
