import { and, count, eq, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { TenantId, type UserId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { type ShortMessageRow, shortMessage } from '#server/notification/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { job, type RecurringJob } from '#server/platform/jobs/job.ts'
import {
  isFinalFault,
  LOST_AFTER_MS,
  mailFaultOf,
  OUTBOX_RETRIES,
  SWEEP_LIMIT,
} from '#server/platform/mail/outbox-job.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import { storedLine } from '#server/platform/text/stored-text.ts'
import { readTenant } from '#server/tenant/service.ts'
import { sendPush } from './push.ts'
import { sendSms } from './sms.ts'

type Payload = { tenantId: TenantId; messageId: string }
type ShortChannel = ShortMessageRow['channel']
type NewMessage = Pick<ShortMessageRow, 'channel' | 'userId' | 'title' | 'body' | 'url'>

/** Text messages that a member gets at most within an hour: each costs the operator money. */
const SMS_PER_HOUR = 20
const HOUR_MS = 3_600_000

/**
 * Puts push or text messages to members into their outbox, in one statement however many they are. Text messages above the most of an hour
 * are held, which takes one statement more.
 */
export async function writeShortMessages(t: Tx, channel: ShortChannel, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return
  const sent = channel === 'sms' ? await countSms(t, messages) : null
  for (const message of messages) {
    const isHeld = (sent?.get(message.userId) ?? 0) >= SMS_PER_HOUR
    const id = crypto.randomUUID()
    const state = isHeld ? ({ status: 'held', lastError: storedLine(m.notification_sms_held) } as const) : {}
    t.gather(insertMessages, { ...message, ...state, tenantId: t.tenantId, id, createdAt: t.now })
    if (!isHeld) await t.enqueue(deliverShortMessage, { tenantId: t.tenantId, messageId: id })
  }
}

const insertMessages = (t: Tx, rows: readonly (typeof shortMessage.$inferInsert)[]): void =>
  t.write(t.db.insert(shortMessage).values([...rows]))

/** The text messages of each of these members within the last hour. */
const countSms = async (t: Tx, messages: readonly NewMessage[]): Promise<Map<UserId, number>> => {
  const isOfThem = sql`user_id = ANY (${sql.param(messages.map(({ userId }) => userId))}::uuid[])`
  const isRecent = gt(shortMessage.createdAt, new Date(t.now.getTime() - HOUR_MS))
  const rows = await t.db
    .select({ userId: shortMessage.userId, sent: count() })
    .from(shortMessage)
    .where(and(eq(shortMessage.tenantId, t.tenantId), isOfThem, eq(shortMessage.channel, 'sms'), isRecent))
    .groupBy(shortMessage.userId)
  return new Map(rows.map(({ userId, sent }) => [userId, sent]))
}

/** Sends one push or text message, with the retries of every outbox; the last failure is stored with its reason. */
export const deliverShortMessage = job<Payload>({
  name: 'notification.deliver-short',
  payload: z.object({ tenantId: TenantId, messageId: z.uuid() }),
  ...OUTBOX_RETRIES,
  keyOf: ({ messageId }) => messageId,
  run: deliver,
  onGivenUp: (platform, payload, error) => mark(platform, payload, { status: 'failed', lastError: mailFaultOf(error) }),
})

async function deliver(platform: Platform, payload: Payload): Promise<void> {
  const tenant = tenantOf(platform, payload.tenantId)
  const [[row], { status }] = await tenant.read((t) =>
    Promise.all([t.db.select().from(shortMessage).where(isPending(t, payload.messageId)), readTenant(t)]),
  )
  // A suspended business sends nothing. Its messages stay pending, and are sent once it is active (unsent_short_messages).
  if (!row || status !== 'ACTIVE') return
  const attempts = row.attempts + 1
  try {
    await (row.channel === 'push' ? sendPush(tenant, row) : sendSms(tenant, row))
  } catch (error) {
    const isFinal = isFinalFault(error)
    await mark(platform, payload, { status: isFinal ? 'failed' : 'pending', lastError: mailFaultOf(error), attempts })
    if (!isFinal) throw error
    return
  }
  await mark(platform, payload, { status: 'sent', lastError: null, attempts, sentAt: platform.clock.now() })
}

const isPending = (t: Tx, id: string) =>
  and(eq(shortMessage.tenantId, t.tenantId), eq(shortMessage.id, id), eq(shortMessage.status, 'pending'))

async function mark(
  platform: Platform,
  { tenantId, messageId }: Payload,
  change: Partial<Pick<ShortMessageRow, 'status' | 'lastError' | 'attempts' | 'sentAt'>>,
): Promise<void> {
  await tenantOf(platform, tenantId).tx((t) => t.db.update(shortMessage).set(change).where(isPending(t, messageId)))
}

/** Enqueues pending push and text messages whose job was lost. */
export const sweepShortMessages: RecurringJob = {
  name: 'notification.sweep-short',
  everySeconds: 300,
  run: async (platform) => {
    const before = new Date(platform.clock.now().getTime() - LOST_AFTER_MS)
    const lost = await platform.db.query<{ tenant_id: TenantId; message_id: string }>(
      'SELECT tenant_id, message_id FROM unsent_short_messages($1, $2)',
      [before, SWEEP_LIMIT],
    )
    for (const { tenant_id: tenantId, message_id: messageId } of lost) {
      await tenantOf(platform, tenantId).tx((t) => t.enqueue(deliverShortMessage, { tenantId, messageId }))
    }
  },
}
