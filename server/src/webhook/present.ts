import type { WebhookDeliveryView, WebhookView } from '#contracts/webhook/webhook.ts'
import type { WebhookDeliveryRow, WebhookRow } from './schema.ts'
import { previousUntil } from './secret.ts'

export const presentWebhook = (row: WebhookRow, pending: number, now: Date): WebhookView => ({
  id: row.id,
  url: row.url,
  events: row.events,
  state: row.state,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  failingSince: row.failingSince?.toISOString() ?? null,
  lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
  pending,
  secretGeneration: row.secretGeneration,
  previousSecretUntil: previousUntil(row, now)?.toISOString() ?? null,
})

export const presentDelivery = (row: WebhookDeliveryRow): WebhookDeliveryView => ({
  id: row.id,
  event: row.event,
  state: row.state,
  attempts: row.attempts,
  createdAt: row.createdAt.toISOString(),
  attemptedAt: row.attemptedAt?.toISOString() ?? null,
  nextAttemptAt: row.state === 'pending' ? row.dueAt.toISOString() : null,
  status: row.status,
  durationMs: row.durationMs,
  fault: row.fault,
  answer: row.answer,
})

type Sent = Pick<WebhookDeliveryRow, 'id' | 'event' | 'eventVersion' | 'createdAt' | 'payload'>

/** The body of a delivery: the same at each attempt. */
export const bodyOf = ({ id, event, eventVersion, createdAt, payload }: Sent): string =>
  JSON.stringify({ id, event, version: eventVersion, createdAt: createdAt.toISOString(), data: payload })
