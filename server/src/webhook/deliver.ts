import type { DeliveryFault } from '#contracts/webhook/webhook.ts'
import * as m from '#i18n/messages.js'
import { hasFeature } from '#server/billing/service.ts'
import { notifyOfWebhook } from '#server/notification/service.ts'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { callEndpoint } from '#server/platform/http/call-endpoint.ts'
import { OutgoingError, type OutgoingReason } from '#server/platform/http/outgoing-error.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import { inEnglish, text } from '#server/platform/text/message.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { hostOf } from './acts.ts'
import { bodyOf } from './present.ts'
import {
  findDelivery,
  findWebhook,
  giveUpPending,
  hastenPending,
  lockWebhook,
  updateDelivery,
  updateWebhook,
} from './queries.ts'
import type { WebhookDeliveryRow, WebhookRow } from './schema.ts'
import { signatureFor } from './secret.ts'
import type { Claimed } from './sender.ts'

/** The pauses after failed attempts in seconds, the last for all further ones. */
const PAUSES_SECONDS = [10, 30, 60, 300, 900, 1800, 3600, 7200]
/** So long a delivery is tried, and an address that fails for so long is switched off. */
const DAY_MS = 86_400_000
/** From so many failures in a row on, one delivery at a time asks whether the address answers again. */
export const PAUSED_FROM = 5
/** The last success is stored so often at most: deliveries to one address do not wait for each other's row. */
const SUCCESS_EVERY_MS = 60_000
const MAX_ANSWER = 1000

type Attempt = Pick<WebhookDeliveryRow, 'status' | 'durationMs' | 'fault' | 'answer'>

/** Sends one claimed delivery and stores what became of it. Nothing of the database is locked while the other server is waited for. */
export async function deliver(platform: Platform, claimed: Claimed, signal: AbortSignal): Promise<void> {
  const tenant = tenantOf(platform, claimed.tenantId)
  const [webhook, delivery, isIncluded] = await tenant.read((t) =>
    Promise.all([
      findWebhook(t, claimed.webhookId),
      findDelivery(t, claimed.webhookId, claimed.id),
      hasFeature(t, 'apiAccess'),
    ]),
  )
  if (!webhook || delivery?.state !== 'pending') return
  if (!isIncluded) {
    const lacking = { state: 'failed', fault: 'plan', claimedUntil: null } as const
    await tenant.tx((t) => updateDelivery(t, delivery, lacking))
    return
  }
  const attempt = await send(platform, { webhook, delivery }, signal)
  await tenant.tx(async (t) => {
    if (!attempt) await updateDelivery(t, delivery, { claimedUntil: null })
    else if (attempt.fault) await storeFailure(platform, t, delivery, attempt)
    else await storeSuccess(t, webhook, delivery, attempt)
  })
}

type Sending = { webhook: WebhookRow; delivery: WebhookDeliveryRow }

/** One attempt; null where this process stops meanwhile. Any answer but 2xx has failed, a redirect too. */
async function send(platform: Platform, { webhook, delivery }: Sending, signal: AbortSignal): Promise<Attempt | null> {
  const body = bodyOf(delivery)
  const began = performance.now()
  const durationMs = () => Math.round(performance.now() - began)
  const headers = {
    'segue-delivery': delivery.id,
    'segue-event': delivery.event,
    'segue-signature': signatureFor(platform, webhook, body, platform.clock.now()),
  }
  try {
    const { status, text: said } = await callEndpoint(
      platform.http,
      { method: 'POST', url: webhook.url, headers, body },
      signal,
    )
    const isAccepted = status >= 200 && status < 300
    return {
      status,
      durationMs: durationMs(),
      fault: isAccepted ? null : 'status',
      answer: inEnglish(said).slice(0, MAX_ANSWER),
    }
  } catch (error) {
    if (signal.aborted) return null
    if (!(error instanceof OutgoingError)) throw error
    return { status: null, durationMs: durationMs(), fault: FAULTS[error.reason], answer: null }
  }
}

const FAULTS: Record<OutgoingReason, DeliveryFault> = {
  bad_url: 'refused_address',
  refused_address: 'refused_address',
  dns: 'dns',
  timeout: 'timeout',
  too_large: 'too_large',
  redirects: 'redirect',
  network: 'network',
}

const attempted = (t: Tx, { attempts }: WebhookDeliveryRow, attempt: Attempt): Partial<WebhookDeliveryRow> => ({
  ...attempt,
  attempts: attempts + 1,
  attemptedAt: t.now,
  claimedUntil: null,
})

async function storeSuccess(
  t: Tx,
  { id, failures, lastSuccessAt }: WebhookRow,
  delivery: WebhookDeliveryRow,
  attempt: Attempt,
): Promise<void> {
  const isStale = !lastSuccessAt || t.now.getTime() - lastSuccessAt.getTime() > SUCCESS_EVERY_MS
  if (failures > 0 || isStale) {
    await updateWebhook(t, id, { failures: 0, failingSince: null, retryAt: null, lastSuccessAt: t.now })
  }
  await updateDelivery(t, delivery, { ...attempted(t, delivery, attempt), state: 'delivered' })
  if (failures > 0) await hastenPending(t, id)
}

async function storeFailure(platform: Platform, t: Tx, delivery: WebhookDeliveryRow, attempt: Attempt): Promise<void> {
  const webhook = await lockWebhook(t, delivery.webhookId)
  if (!webhook) return
  const lastAt = delivery.beganAt.getTime() + DAY_MS
  const isOver = delivery.isTest || t.now.getTime() >= lastAt
  const dueAt = new Date(Math.min(t.now.getTime() + pauseMs(delivery.attempts), lastAt))
  const next = isOver ? ({ state: 'failed' } as const) : { dueAt }
  await updateDelivery(t, delivery, { ...attempted(t, delivery, attempt), ...next })
  if (delivery.isTest || webhook.state !== 'on') return
  const failures = webhook.failures + 1
  const failingSince = webhook.failingSince ?? t.now
  const retryAt = failures < PAUSED_FROM ? null : new Date(t.now.getTime() + pauseMs(failures - PAUSED_FROM))
  const isOff = t.now.getTime() - failingSince.getTime() >= DAY_MS
  await updateWebhook(t, webhook.id, { failures, failingSince, retryAt, ...(isOff ? { state: 'failing' } : {}) })
  if (isOff) await tellThatOff(platform, t, webhook)
}

const pauseMs = (failures: number): number =>
  (PAUSES_SECONDS[Math.min(failures, PAUSES_SECONDS.length - 1)] as number) * 1000

/** Owners and admins are told of an address that was switched off; what waited for it can be sent again. */
async function tellThatOff(platform: Platform, t: Tx, webhook: WebhookRow): Promise<void> {
  await giveUpPending(t, webhook.id)
  const host = hostOf(webhook.url)
  await recordActivity(t, system, { action: text(m.activity_webhook_failing, { host }), type: 'webhook_off' })
  await notifyOfWebhook(t, platform, { host })
}
