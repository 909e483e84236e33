import { and, asc, count, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { CustomerId, WebhookDeliveryId, WebhookId } from '#contracts/ids.ts'
import type { DeliveryState } from '#contracts/webhook/webhook.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type WebhookDeliveryRow, type WebhookRow, webhook, webhookDelivery } from './schema.ts'

const byId = (t: Tx, id: WebhookId) => and(eq(webhook.tenantId, t.tenantId), eq(webhook.id, id))
const ofWebhook = (t: Tx, id: WebhookId) =>
  and(eq(webhookDelivery.tenantId, t.tenantId), eq(webhookDelivery.webhookId, id))
const deliveryById = (t: Tx, webhookId: WebhookId, id: WebhookDeliveryId) =>
  and(ofWebhook(t, webhookId), eq(webhookDelivery.id, id))

export const listWebhookRows = (t: Tx): Promise<WebhookRow[]> =>
  t.db.select().from(webhook).where(eq(webhook.tenantId, t.tenantId)).orderBy(asc(webhook.createdAt), asc(webhook.id))

export const findWebhook = async (t: Tx, id: WebhookId): Promise<WebhookRow | null> =>
  (await t.db.select().from(webhook).where(byId(t, id)))[0] ?? null

export const lockWebhook = async (t: Tx, id: WebhookId): Promise<WebhookRow | null> =>
  (await t.db.select().from(webhook).where(byId(t, id)).for('update'))[0] ?? null

export const insertWebhook = (t: Tx, row: Omit<typeof webhook.$inferInsert, 'tenantId'>) =>
  t.db.insert(webhook).values({ ...row, tenantId: t.tenantId })

export const updateWebhook = async (t: Tx, id: WebhookId, change: Partial<WebhookRow>): Promise<WebhookRow | null> =>
  (await t.db.update(webhook).set(change).where(byId(t, id)).returning())[0] ?? null

export const deleteWebhookRow = async (t: Tx, id: WebhookId): Promise<boolean> =>
  (await t.db.delete(webhook).where(byId(t, id)).returning({ id: webhook.id })).length > 0

/** How many deliveries of each webhook wait. */
export async function countPending(t: Tx): Promise<ReadonlyMap<WebhookId, number>> {
  const rows = await t.db
    .select({ id: webhookDelivery.webhookId, pending: count() })
    .from(webhookDelivery)
    .where(and(eq(webhookDelivery.tenantId, t.tenantId), eq(webhookDelivery.state, 'pending')))
    .groupBy(webhookDelivery.webhookId)
  return new Map(rows.map(({ id, pending }) => [id, pending]))
}

export const insertTest = async (
  t: Tx,
  row: Pick<WebhookDeliveryRow, 'webhookId' | 'event' | 'payload'>,
): Promise<WebhookDeliveryRow> =>
  (
    await t.db
      .insert(webhookDelivery)
      .values({
        ...row,
        tenantId: t.tenantId,
        eventVersion: 1,
        isTest: true,
        beganAt: t.now,
        dueAt: t.now,
        createdAt: t.now,
      })
      .returning()
  )[0] as WebhookDeliveryRow

type Position = { seq: number }

/** The log of a webhook, newest first, one more than a page. */
export const listDeliveryRows = (
  t: Tx,
  webhookId: WebhookId,
  asked: { state?: DeliveryState | undefined; before: Position | null; limit: number },
): Promise<WebhookDeliveryRow[]> =>
  t.db
    .select()
    .from(webhookDelivery)
    .where(
      and(
        ofWebhook(t, webhookId),
        asked.state ? eq(webhookDelivery.state, asked.state) : undefined,
        asked.before ? lt(webhookDelivery.seq, asked.before.seq) : undefined,
      ),
    )
    .orderBy(desc(webhookDelivery.seq))
    .limit(asked.limit + 1)

export const findDelivery = async (
  t: Tx,
  webhookId: WebhookId,
  id: WebhookDeliveryId,
): Promise<WebhookDeliveryRow | null> =>
  (
    await t.db
      .select()
      .from(webhookDelivery)
      .where(deliveryById(t, webhookId, id))
  )[0] ?? null

export const updateDelivery = async (
  t: Tx,
  { webhookId, id }: Pick<WebhookDeliveryRow, 'webhookId' | 'id'>,
  change: Partial<WebhookDeliveryRow>,
): Promise<WebhookDeliveryRow | null> =>
  (
    await t.db
      .update(webhookDelivery)
      .set(change)
      .where(deliveryById(t, webhookId, id))
      .returning()
  )[0] ?? null

/** What a delivery begins with that is sent again. */
const again = (t: Tx) => ({ state: 'pending', beganAt: t.now, dueAt: t.now, claimedUntil: null }) as const

/** A delivery that waits already stays in its turn. */
export const sendAgain = async (
  t: Tx,
  webhookId: WebhookId,
  id: WebhookDeliveryId,
): Promise<WebhookDeliveryRow | null> =>
  (
    await t.db
      .update(webhookDelivery)
      .set({ ...again(t), claimedUntil: sql`${webhookDelivery.claimedUntil}` })
      .where(deliveryById(t, webhookId, id))
      .returning()
  )[0] ?? null

/** Sends the failed ones since a time again; gives how many. */
export const sendFailedAgain = async (t: Tx, webhookId: WebhookId, since: Date): Promise<number> =>
  (
    await t.db
      .update(webhookDelivery)
      .set(again(t))
      .where(and(ofWebhook(t, webhookId), eq(webhookDelivery.state, 'failed'), gte(webhookDelivery.createdAt, since)))
      .returning({ id: webhookDelivery.id })
  ).length

/** What waits for a webhook that sends nothing any more has failed, and can be sent again later. */
export const giveUpPending = (t: Tx, webhookId: WebhookId) =>
  t.db
    .update(webhookDelivery)
    .set({ state: 'failed', fault: 'switched_off', claimedUntil: null })
    .where(and(ofWebhook(t, webhookId), eq(webhookDelivery.state, 'pending')))

/** After failures, what waits for its next attempt is due now that the address answers again. */
export const hastenPending = (t: Tx, webhookId: WebhookId) =>
  t.db
    .update(webhookDelivery)
    .set({ dueAt: t.now })
    .where(and(ofWebhook(t, webhookId), eq(webhookDelivery.state, 'pending'), sql`${webhookDelivery.attempts} > 0`))

/** Deletes what is about these customers, their chats and their tickets. */
export const deleteDeliveriesAbout = async (t: Tx, customerIds: readonly CustomerId[]): Promise<void> => {
  await t.sql(
    `DELETE FROM webhook_delivery WHERE tenant_id = $1 AND order_key IN (
       SELECT unnest($2::uuid[])
       UNION ALL SELECT k.id FROM ticket k WHERE k.tenant_id = $1 AND k.customer_id = ANY ($2)
       UNION ALL SELECT c.id FROM conversation c WHERE c.tenant_id = $1 AND c.customer_id = ANY ($2))`,
    [t.tenantId, customerIds],
  )
}
