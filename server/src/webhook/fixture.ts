import type { WebhookId } from '#contracts/ids.ts'
import { MAX_WEBHOOKS } from '#contracts/webhook/webhook.ts'
import { makeApiKey } from '#server/api-key/fixture.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { ticketResolved } from '#server/ticket/events.ts'
import { sendTest } from './deliveries.ts'
import { addWebhook } from './webhooks.ts'

/** What programs of a business have: a key with every scope, and a webhook with a delivery in its log; nothing is there. */
export async function makeProgram(
  tenant: Tenant,
  actor: Member,
): Promise<{ key: string; ids: Record<'apiKey' | 'webhook' | 'webhookDelivery', string> }> {
  const apiKey = await makeApiKey(tenant, actor)
  const id = crypto.randomUUID() as WebhookId
  const given = { url: 'https://hooks.example.com/proof', events: [ticketResolved.name] }
  // As many as a business may have: a proof that asks for one under an id of another business leaves none behind, whose place the next request
  // would lack. What that id gives is tested beside the webhooks.
  const ids = [id, ...Array.from({ length: MAX_WEBHOOKS - 1 }, () => crypto.randomUUID() as WebhookId)]
  for (const one of ids)
    await addWebhook(tenant, actor, { ...given, id: one }, [ticketResolved], { ip: '127.0.0.1', id: 'fixture' })
  const webhookDelivery = (await sendTest(tenant, actor, id)).id
  // Nothing waits to be sent: a proof that rows stay as they are would see each attempt.
  await tenant.tx((t) => t.sql(`UPDATE webhook_delivery SET state = 'failed' WHERE tenant_id = $1`, [t.tenantId]))
  return { key: apiKey.key, ids: { apiKey: apiKey.id, webhook: id, webhookDelivery } }
}
