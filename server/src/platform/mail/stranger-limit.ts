import * as m from '#i18n/messages.js'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Text, text } from '#server/platform/text/message.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** To one mailbox or telephone number within an hour, from all businesses together. */
const PER_ADDRESS = 3
/** From one business. */
const PER_HOUR = 30
const PER_DAY = 100

/**
 * Counts a message that a member causes to a recipient nobody has confirmed: an invitation, a test, a code. So that neither one mailbox
 * nor many are filled by somebody else's clicks, it throws rate_limited beyond 3 an hour to one recipient, and 30 an hour or 100 a day
 * from one business. What was counted stays counted when the invitation is withdrawn. `recipient`: a mailbox (mailbox.ts) or a
 * telephone number.
 */
export async function assertMayReachStranger(t: Tx, recipient: string): Promise<void> {
  // Always in this order, so that two transactions do not wait for each other.
  for (const key of [t.tenantId, recipient]) {
    await t.sql('SELECT pg_advisory_xact_lock(hashtext($1), hashtext($2))', ['stranger message', key])
  }
  const [sent] = await t.sql<{ address: number; hour: number; day: number }>(
    `SELECT (SELECT count(*)::int FROM auth.stranger_message WHERE recipient = $2 AND created_at > $3) AS address,
       count(*) FILTER (WHERE created_at > $3)::int AS hour, count(*)::int AS day
     FROM auth.stranger_message WHERE tenant_id = $1 AND created_at > $4`,
    [t.tenantId, recipient, before(t, HOUR_MS), before(t, DAY_MS)],
  )
  if (sent && sent.address >= PER_ADDRESS) throw tooMany(text(m.error_stranger_address, { max: PER_ADDRESS }), HOUR_MS)
  if (sent && sent.hour >= PER_HOUR) throw tooMany(text(m.error_stranger_hour, { max: PER_HOUR }), HOUR_MS)
  if (sent && sent.day >= PER_DAY) throw tooMany(text(m.error_stranger_day, { max: PER_DAY }), DAY_MS)
  await t.sql('INSERT INTO auth.stranger_message (tenant_id, recipient, created_at) VALUES ($1, $2, $3)', [
    t.tenantId,
    recipient,
    t.now,
  ])
  await t.sql('DELETE FROM auth.stranger_message WHERE tenant_id = $1 AND created_at < $2', [
    t.tenantId,
    before(t, DAY_MS),
  ])
}

const before = (t: Tx, ms: number): Date => new Date(t.now.getTime() - ms)

const tooMany = (message: Text, periodMs: number) =>
  new AppError('rate_limited', message, { reason: 'too_many_messages', retryAfterSeconds: periodMs / 1000 })
