import type { z } from 'zod'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { WebhookId } from '#contracts/ids.ts'
import {
  type changeWebhook as changeContract,
  type createWebhook as createContract,
  type listWebhooks as listContract,
  MAX_WEBHOOKS,
  type WebhookView,
} from '#contracts/webhook/webhook.ts'
import * as m from '#i18n/messages.js'
import { requireLastingMember } from '#server/api-key/service.ts'
import { featureAccess, requireFeature } from '#server/billing/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { createOnce, IdTakenError, isSameContent } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { DomainEvent } from '#server/platform/event.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { text } from '#server/platform/text/message.ts'
import { lockTenant } from '#server/tenant/service.ts'
import { hostOf, type Origin, recordAct } from './acts.ts'
import { MANAGE_WEBHOOKS } from './policy.ts'
import { presentWebhook } from './present.ts'
import {
  countPending,
  deleteWebhookRow,
  findWebhook,
  giveUpPending,
  insertWebhook,
  listWebhookRows,
  lockWebhook,
  updateWebhook,
} from './queries.ts'
import type { WebhookRow } from './schema.ts'
import { secretOf } from './secret.ts'
import { subscriptions } from './subscriptions.ts'

export type KnownEvents = readonly Pick<DomainEvent, 'name' | 'summary'>[]

/** The webhooks of the business, and what they can be told. Throws forbidden for agents. */
export const listWebhooks = (
  tenant: Tenant,
  actor: Member,
  known: KnownEvents,
): Promise<ReplyOf<typeof listContract>> => {
  requireRole(actor, MANAGE_WEBHOOKS)
  return tenant.read(async (t) => {
    const [rows, pending, apiAccess] = await Promise.all([
      listWebhookRows(t),
      countPending(t),
      featureAccess(t, 'apiAccess'),
    ])
    const items = rows.map((row) => presentWebhook(row, pending.get(row.id) ?? 0, t.now))
    return { items, events: known.map(({ name, summary }) => ({ name, summary })), apiAccess }
  })
}

function requireKnown(events: readonly string[], known: KnownEvents): string[] {
  const isKnown = (name: string) => name === '*' || known.some((event) => event.name === name)
  if (!events.every(isKnown)) throw invalid({ 'body.events': m.error_webhook_event_unknown })
  return events.includes('*') ? ['*'] : [...new Set(events)].sort()
}

type Created = ReplyOf<typeof createContract>

/** Tells an address of events from now on. Throws forbidden, plan_limit without access to the API, conflict beyond the most webhooks. */
export async function addWebhook(
  tenant: Tenant,
  actor: Member,
  given: z.output<typeof createContract.body>,
  known: KnownEvents,
  origin: Origin,
): Promise<Created> {
  requireRole(actor, MANAGE_WEBHOOKS)
  const content = { id: given.id, url: given.url, events: requireKnown(given.events, known) }
  const shown = (row: WebhookRow, now: Date): Created => ({
    webhook: presentWebhook(row, 0, now),
    secret: secretOf(tenant.platform, row),
  })
  const created = await createOnce(tenant, {
    create: async (t) => {
      await lockTenant(t)
      await requireFeature(t, 'apiAccess')
      await requireLastingMember(t, actor)
      if (await findWebhook(t, content.id)) throw new IdTakenError()
      if ((await listWebhookRows(t)).length >= MAX_WEBHOOKS)
        throw conflict(text(m.error_webhooks_most, { max: MAX_WEBHOOKS }))
      await insertWebhook(t, { ...content, createdAt: t.now, secretAt: t.now })
      await recordAct(t, { actor, origin }, 'webhook_created', content, { events: content.events })
      return shown((await findWebhook(t, content.id)) as WebhookRow, t.now)
    },
    findSame: async (t) => {
      const row = await findWebhook(t, content.id)
      return row && isSameContent(content, row) ? shown(row, t.now) : null
    },
    conflict: () => conflict(m.error_webhook_id_taken),
  })
  tenant.platform.state(subscriptions).forget()
  return created
}

/** Changes a webhook, or switches it off or on. Throws forbidden, plan_limit, not_found, and conflict where it changed meanwhile. */
export async function changeWebhook(
  tenant: Tenant,
  actor: Member,
  id: WebhookId,
  given: z.output<typeof changeContract.body>,
  { known, origin }: { known: KnownEvents; origin: Origin },
): Promise<WebhookView> {
  requireRole(actor, MANAGE_WEBHOOKS)
  const changed = await tenant.tx(async (t) => {
    // Where events go from now on outlives the hour of the platform's support.
    await requireLastingMember(t, actor)
    const row = await lockOf(t, id)
    if (row.version !== given.version)
      throw conflict(m.error_webhook_changed, { reason: 'version', current: presentWebhook(row, 0, t.now) })
    if (given.isOn !== false) await requireFeature(t, 'apiAccess')
    const after = await updateWebhook(t, id, {
      version: row.version + 1,
      ...(given.url ? { url: given.url } : {}),
      ...(given.events ? { events: requireKnown(given.events, known) } : {}),
      ...switched(row, given.isOn),
    })
    if (given.isOn === false) await giveUpPending(t, id)
    await recordAct(t, { actor, origin }, 'webhook_changed', after ?? row, changesOf(row, after ?? row))
    return presentWebhook(after ?? row, (await countPending(t)).get(id) ?? 0, t.now)
  })
  tenant.platform.state(subscriptions).forget()
  return changed
}

const changesOf = (before: WebhookRow, { url, events, state }: WebhookRow): object => ({
  events,
  state,
  ...(url === before.url ? {} : { hostBefore: hostOf(before.url) }),
})

/** What is switched on anew begins without the failures of before. */
function switched({ state }: WebhookRow, isOn: boolean | undefined): Partial<WebhookRow> {
  if (isOn === undefined || isOn === (state === 'on')) return {}
  return { state: isOn ? 'on' : 'off', failures: 0, failingSince: null, retryAt: null }
}

/** Removes a webhook with its log. Throws forbidden, not_found. */
export async function removeWebhook(
  tenant: Tenant,
  actor: Member,
  id: WebhookId,
  origin: Origin,
): Promise<{ ok: true }> {
  requireRole(actor, MANAGE_WEBHOOKS)
  await tenant.tx(async (t) => {
    const row = await lockOf(t, id)
    await deleteWebhookRow(t, id)
    await recordAct(t, { actor, origin }, 'webhook_removed', row)
  })
  return { ok: true }
}

/** Makes a new secret; the one before signs too for a day. Throws forbidden, not_found, and conflict where another one was made meanwhile. */
export async function rotateSecret(
  tenant: Tenant,
  actor: Member,
  id: WebhookId,
  { generation, origin }: { generation: number; origin: Origin },
): Promise<Created> {
  requireRole(actor, MANAGE_WEBHOOKS)
  return tenant.tx(async (t) => {
    await requireLastingMember(t, actor)
    const row = await lockOf(t, id)
    if (row.secretGeneration !== generation) throw conflict(m.error_webhook_changed, { reason: 'version' })
    const change = { secretGeneration: generation + 1, secretAt: t.now, version: row.version + 1 }
    const after = { ...row, ...change }
    await updateWebhook(t, id, change)
    await recordAct(t, { actor, origin }, 'webhook_secret_created', row, { generation: generation + 1 })
    const pending = (await countPending(t)).get(id) ?? 0
    return { webhook: presentWebhook(after, pending, t.now), secret: secretOf(tenant.platform, after) }
  })
}

export async function lockOf(t: Tx, id: WebhookId): Promise<WebhookRow> {
  const row = await lockWebhook(t, id)
  if (!row) throw notFound('webhook')
  return row
}
