import type { FastifyRequest } from 'fastify'
import * as m from '#i18n/messages.js'
import { recordAuditIn } from '#server/identity/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type Text, text } from '#server/platform/text/message.ts'
import { recordActivity } from '#server/tenant/service.ts'
import type { WebhookRow } from './schema.ts'

export type Origin = Pick<FastifyRequest, 'ip' | 'id'>
type AboutHost = (given: { host: string }, options?: Parameters<Text>[1]) => string

/** What members and programs do with webhooks: it decides where events of the business go. */
const ACTS = {
  webhook_created: m.activity_webhook_created,
  webhook_changed: m.activity_webhook_changed,
  webhook_secret_created: m.activity_webhook_secret,
  webhook_removed: m.activity_webhook_removed,
  webhook_replayed: m.activity_webhook_replayed,
} satisfies Record<string, AboutHost>
type Act = keyof typeof ACTS

/** The row in the audit log, and the line that the business reads in its activity. Both show the host only: a path may hold a key. */
export async function recordAct(
  t: Tx,
  { actor, origin }: { actor: Member; origin: Origin },
  act: Act,
  { id, url }: Pick<WebhookRow, 'id' | 'url'>,
  detail: object = {},
): Promise<void> {
  const host = hostOf(url)
  await recordActivity(t, actor, { action: text(ACTS[act], { host }), type: 'webhook_update' })
  await recordAuditIn(t, {
    action: act,
    actor: { kind: 'member', id: actor.userId, email: actor.email },
    address: origin.ip,
    requestId: origin.id,
    detail: { webhookId: id, host, ...(actor.key ? { apiKeyId: actor.key.id } : {}), ...detail },
  })
}

export const hostOf = (url: string): string => URL.parse(url)?.host ?? url
