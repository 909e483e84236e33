import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, SeenVersion } from '#contracts/fields.ts'
import { WebhookDeliveryId, WebhookId } from '#contracts/ids.ts'
import { Cursor, pageOf } from '#contracts/page.ts'
import { FeatureAccess } from '#contracts/tenant/branding.ts'

export const MAX_WEBHOOKS = 20

/** `failing`: switched off because every delivery failed for a day. */
export const WebhookState = z.enum(['on', 'off', 'failing'])
export type WebhookState = z.output<typeof WebhookState>

/** An address of the business that is told of events. */
export const WebhookView = z.object({
  id: WebhookId,
  url: z.string(),
  /** Names of events; `*` alone: every event. */
  events: z.array(z.string()),
  state: WebhookState,
  version: z.number().int(),
  createdAt: Instant,
  /** Since when every delivery fails; null while they arrive. */
  failingSince: Instant.nullable(),
  lastSuccessAt: Instant.nullable(),
  /** Deliveries that wait for their first or next attempt. */
  pending: z.number().int(),
  /** Number of the secret that signs. */
  secretGeneration: z.number().int(),
  /** Until when the secret before signs too; null without one. */
  previousSecretUntil: Instant.nullable(),
})
export type WebhookView = z.output<typeof WebhookView>

export const DeliveryState = z.enum(['pending', 'delivered', 'failed'])
export type DeliveryState = z.output<typeof DeliveryState>

/** Why an attempt failed, where there was no answer or none that counts. */
export const DeliveryFault = z.enum([
  'status',
  'timeout',
  'redirect',
  'refused_address',
  'dns',
  'network',
  'too_large',
  'switched_off',
  'plan',
])
export type DeliveryFault = z.output<typeof DeliveryFault>

/** One event on its way to one address. */
export const WebhookDeliveryView = z.object({
  id: WebhookDeliveryId,
  event: z.string(),
  state: DeliveryState,
  /** In all, replays included. */
  attempts: z.number().int(),
  createdAt: Instant,
  attemptedAt: Instant.nullable(),
  /** Null unless it waits. */
  nextAttemptAt: Instant.nullable(),
  /** Of the last attempt. */
  status: z.number().int().nullable(),
  durationMs: z.number().int().nullable(),
  fault: DeliveryFault.nullable(),
  /** The first 1,000 characters of the last answer. */
  answer: z.string().nullable(),
})
export type WebhookDeliveryView = z.output<typeof WebhookDeliveryView>

const Url = z
  .string()
  .trim()
  .max(1000)
  .regex(/^https?:\/\/[^\s/?#]+(?:[/?#][^\s]*)?$/, 'error_enter_webhook_url')

const Events = z
  .array(
    z
      .string()
      .max(60)
      .regex(/^(?:\*|[a-z_]+\.[a-z_]+)$/, 'error_webhook_event_unknown'),
  )
  .min(1, 'error_choose_events')
  .max(100)

const declared = { tag: 'webhooks', access: 'member', scope: 'webhooks:manage' } as const
const ById = z.object({ webhookId: WebhookId })
const DeliveryById = ById.extend({ webhookDeliveryId: WebhookDeliveryId })
const WithSecret = z.object({ webhook: WebhookView, secret: z.string() })

export const listWebhooks = endpoint({
  ...declared,
  method: 'GET',
  path: '/api/webhooks',
  summary: 'The webhooks of the business, and the events there are',
  rate: 'read',
  reply: z.object({
    items: z.array(WebhookView),
    events: z.array(z.object({ name: z.string(), summary: z.string() })),
    apiAccess: FeatureAccess,
  }),
})

/** The reply shows the secret that signs, which is not shown again. */
export const createWebhook = endpoint({
  ...declared,
  method: 'POST',
  path: '/api/webhooks',
  summary: 'Tell an address of events from now on',
  rate: 'write',
  idempotent: true,
  status: 201,
  body: z.strictObject({ id: WebhookId, url: Url, events: Events }),
  reply: WithSecret,
})

/** `isOn` true also switches a webhook on again that was switched off after a day of failure. */
export const changeWebhook = endpoint({
  ...declared,
  method: 'PATCH',
  path: '/api/webhooks/:webhookId',
  summary: 'Change the address or the events, switch off or on',
  rate: 'write',
  params: ById,
  body: z.strictObject({
    version: SeenVersion,
    url: Url.optional(),
    events: Events.optional(),
    isOn: z.boolean().optional(),
  }),
  reply: WebhookView,
})

export const deleteWebhook = endpoint({
  ...declared,
  method: 'DELETE',
  path: '/api/webhooks/:webhookId',
  summary: 'Remove a webhook with its log',
  rate: 'write',
  params: ById,
  reply: z.object({ ok: z.literal(true) }),
})

/** Both secrets sign for a day. `generation` is the one the caller saw. */
export const rotateWebhookSecret = endpoint({
  ...declared,
  method: 'POST',
  path: '/api/webhooks/:webhookId/secret',
  summary: 'Make a new secret; the one before signs too for a day',
  rate: 'write',
  params: ById,
  body: z.strictObject({ generation: SeenVersion }),
  reply: WithSecret,
})

/** Sends `webhook.test`, also where the webhook is off. */
export const testWebhook = endpoint({
  ...declared,
  method: 'POST',
  path: '/api/webhooks/:webhookId/test',
  summary: 'Send a test event',
  rate: 'signin',
  status: 201,
  params: ById,
  reply: WebhookDeliveryView,
})

export const listDeliveries = endpoint({
  ...declared,
  method: 'GET',
  path: '/api/webhooks/:webhookId/deliveries',
  summary: 'The delivery log of a webhook, newest first',
  rate: 'read',
  params: ById,
  query: z.strictObject({ state: DeliveryState.optional(), cursor: Cursor }),
  reply: pageOf(WebhookDeliveryView),
})

export const getDelivery = endpoint({
  ...declared,
  method: 'GET',
  path: '/api/webhooks/:webhookId/deliveries/:webhookDeliveryId',
  summary: 'A delivery with the body that was sent',
  rate: 'read',
  params: DeliveryById,
  reply: z.object({ delivery: WebhookDeliveryView, body: z.string() }),
})

/** With the same id, so that a receiver that has it already can leave it out. */
export const replayDelivery = endpoint({
  ...declared,
  method: 'POST',
  path: '/api/webhooks/:webhookId/deliveries/:webhookDeliveryId/replay',
  summary: 'Send a delivery again',
  rate: 'write',
  params: DeliveryById,
  reply: WebhookDeliveryView,
})

export const replayFailed = endpoint({
  ...declared,
  method: 'POST',
  path: '/api/webhooks/:webhookId/replays',
  summary: 'Send every failed delivery since a time again',
  rate: 'write',
  params: ById,
  body: z.strictObject({ since: Instant }),
  reply: z.object({ deliveries: z.number().int() }),
})
