import { z } from 'zod'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { WebhookDeliveryId, WebhookId } from '#contracts/ids.ts'
import type {
  DeliveryState,
  getDelivery as getContract,
  listDeliveries as listContract,
  WebhookDeliveryView,
} from '#contracts/webhook/webhook.ts'
import { requireFeature } from '#server/billing/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { cursorOf, pageFrom } from '#server/platform/db/cursor.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { type Origin, recordAct } from './acts.ts'
import { MANAGE_WEBHOOKS } from './policy.ts'
import { bodyOf, presentDelivery } from './present.ts'
import { findDelivery, findWebhook, insertTest, listDeliveryRows, sendAgain, sendFailedAgain } from './queries.ts'
import { WAKE } from './sender.ts'
import { lockOf } from './webhooks.ts'

const PAGE = 50
const bySeq = cursorOf(z.object({ seq: z.int().min(0) }))

/** The log of a webhook. Throws forbidden, not_found. */
export const listDeliveries = (
  tenant: Tenant,
  actor: Member,
  id: WebhookId,
  query: { state?: DeliveryState | undefined; cursor?: string | undefined },
): Promise<ReplyOf<typeof listContract>> => {
  requireRole(actor, MANAGE_WEBHOOKS)
  return tenant.read(async (t) => {
    if (!(await findWebhook(t, id))) throw notFound('webhook')
    const asked = { state: query.state, before: bySeq.decode(query.cursor), limit: PAGE }
    const page = pageFrom(await listDeliveryRows(t, id, asked), PAGE, bySeq, ({ seq }) => ({ seq }))
    return { ...page, items: page.items.map(presentDelivery) }
  })
}

/** A delivery with its body. Throws forbidden, not_found. */
export const readDelivery = (
  tenant: Tenant,
  actor: Member,
  webhookId: WebhookId,
  id: WebhookDeliveryId,
): Promise<ReplyOf<typeof getContract>> => {
  requireRole(actor, MANAGE_WEBHOOKS)
  return tenant.read(async (t) => {
    const row = await findDelivery(t, webhookId, id)
    if (!row) throw notFound('delivery')
    return { delivery: presentDelivery(row), body: bodyOf(row) }
  })
}

/** Sends a test event, once: it is not tried again. Throws forbidden, plan_limit, not_found. */
export const sendTest = (tenant: Tenant, actor: Member, id: WebhookId): Promise<WebhookDeliveryView> => {
  requireRole(actor, MANAGE_WEBHOOKS)
  return tenant.tx(async (t) => {
    await lockOf(t, id)
    await requireFeature(t, 'apiAccess')
    const row = await insertTest(t, { webhookId: id, event: 'webhook.test', payload: { sentBy: actor.name } })
    t.wake(WAKE)
    return presentDelivery(row)
  })
}

/** Sends a delivery again, with its id. Throws forbidden, plan_limit, not_found. */
export const replay = (
  tenant: Tenant,
  actor: Member,
  webhookId: WebhookId,
  { id, origin }: { id: WebhookDeliveryId; origin: Origin },
): Promise<WebhookDeliveryView> => {
  requireRole(actor, MANAGE_WEBHOOKS)
  return tenant.tx(async (t) => {
    await requireFeature(t, 'apiAccess')
    const [webhook, row] = [await findWebhook(t, webhookId), await sendAgain(t, webhookId, id)]
    if (!webhook || !row) throw notFound('delivery')
    await recordAct(t, { actor, origin }, 'webhook_replayed', webhook, { webhookDeliveryId: id })
    t.wake(WAKE)
    return presentDelivery(row)
  })
}

/** Sends every failed delivery since a time again, in their order. Throws forbidden, plan_limit, not_found. */
export const replayFailed = (
  tenant: Tenant,
  actor: Member,
  id: WebhookId,
  { since, origin }: { since: string; origin: Origin },
): Promise<{ deliveries: number }> => {
  requireRole(actor, MANAGE_WEBHOOKS)
  return tenant.tx(async (t) => {
    const webhook = await lockOf(t, id)
    await requireFeature(t, 'apiAccess')
    const deliveries = await sendFailedAgain(t, id, new Date(since))
    await recordAct(t, { actor, origin }, 'webhook_replayed', webhook, { since, deliveries })
    t.wake(WAKE)
    return { deliveries }
  })
}
