import * as contract from '#contracts/webhook/webhook.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { listDeliveries, readDelivery, replay, replayFailed, sendTest } from './deliveries.ts'
import { addWebhook, changeWebhook, type KnownEvents, listWebhooks, removeWebhook, rotateSecret } from './webhooks.ts'

/** `events`: all that the product has; they are declared by the domains. */
export const webhookRoutes = (events: KnownEvents): Route[] => [
  memberRoute(contract.listWebhooks, (c) => listWebhooks(c.tenant, c.actor, events)),
  memberRoute(contract.createWebhook, (c) => addWebhook(c.tenant, c.actor, c.body, events, c.request)),
  memberRoute(contract.changeWebhook, (c) =>
    changeWebhook(c.tenant, c.actor, c.params.webhookId, c.body, { known: events, origin: c.request }),
  ),
  memberRoute(contract.deleteWebhook, (c) => removeWebhook(c.tenant, c.actor, c.params.webhookId, c.request)),
  memberRoute(contract.rotateWebhookSecret, (c) =>
    rotateSecret(c.tenant, c.actor, c.params.webhookId, { ...c.body, origin: c.request }),
  ),
  memberRoute(contract.testWebhook, (c) => sendTest(c.tenant, c.actor, c.params.webhookId)),
  memberRoute(contract.listDeliveries, (c) => listDeliveries(c.tenant, c.actor, c.params.webhookId, c.query)),
  memberRoute(contract.getDelivery, (c) =>
    readDelivery(c.tenant, c.actor, c.params.webhookId, c.params.webhookDeliveryId),
  ),
  memberRoute(contract.replayDelivery, (c) =>
    replay(c.tenant, c.actor, c.params.webhookId, { id: c.params.webhookDeliveryId, origin: c.request }),
  ),
  memberRoute(contract.replayFailed, (c) =>
    replayFailed(c.tenant, c.actor, c.params.webhookId, { ...c.body, origin: c.request }),
  ),
]
