import { randomInt } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { UserId } from '#contracts/ids.ts'
import { PHONE_CODE_MINUTES } from '#contracts/notification/phone.ts'
import type { PreferencesView } from '#contracts/notification/preferences.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError, conflict, invalid } from '#server/platform/errors.ts'
import { MailError } from '#server/platform/mail/mailer.ts'
import { assertMayReachStranger } from '#server/platform/mail/stranger-limit.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { deriveKey } from '#server/platform/secrets/encrypt.ts'
import { isSameSecret, signatureOf } from '#server/platform/secrets/tokens.ts'
import { findNotifiedMember, upsertPreference } from './preference-queries.ts'
import { viewOf } from './preferences.ts'
import { phoneCode } from './schema.ts'
import { sendText } from './short-messages/sms.ts'

const GUESSES = 5

const signed = ({ masterKey }: Platform, userId: UserId, phone: string, code: string): string =>
  signatureOf(deriveKey(masterKey, 'phone code'), [userId, phone, code])

/**
 * Sends a code to a number, which gets no other text message before the code was entered: it may be a stranger's. Throws conflict where
 * no gateway is set up, rate_limited beyond the limits of messages to strangers, invalid_input for a number that the gateway refuses,
 * unavailable where it does not take the message now.
 */
export async function sendPhoneCode(tenant: Tenant, { userId }: Member, phone: string): Promise<{ phone: string }> {
  const { platform } = tenant
  if (!platform.config.sms) throw conflict(m.notification_sms_not_set_up)
  const body = await tenant.tx(async (t) => {
    await assertMayReachStranger(t, phone)
    const code = await writePhoneCode(t, platform, userId, phone)
    const locale = (await findNotifiedMember(t, userId))?.language ?? 'en'
    return m.notification_phone_message({ code, minutes: PHONE_CODE_MINUTES }, { locale })
  })
  // After the transaction: a network call never holds one open. Without an outbox, since who asked is waiting for it.
  await sendText(platform, phone, body).catch((cause: unknown) => {
    platform.log.warn({ err: cause, tenantId: tenant.id }, 'a code could not be sent to a telephone')
    if (cause instanceof MailError && cause.permanent) throw invalid({ 'body.phone': m.notification_sms_refused })
    throw new AppError('unavailable', m.error_phone_code_not_sent, { cause })
  })
  return { phone }
}

/** Stores a new code for a number in place of an earlier one, signed, and gives it. */
export async function writePhoneCode(t: Tx, platform: Platform, userId: UserId, phone: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const row = {
    phone,
    codeHash: signed(platform, userId, phone, code),
    guesses: 0,
    expiresAt: new Date(t.now.getTime() + PHONE_CODE_MINUTES * 60_000),
  }
  await t.db
    .insert(phoneCode)
    .values({ tenantId: t.tenantId, userId, ...row })
    .onConflictDoUpdate({ target: [phoneCode.tenantId, phoneCode.userId], set: row })
  return code
}

const isOf = (t: Tx, userId: UserId) => and(eq(phoneCode.tenantId, t.tenantId), eq(phoneCode.userId, userId))

/**
 * Sends text messages to the number from now on. Throws conflict (reason `wrong_code`) for a wrong or old code; five guesses end
 * it. Each guess is counted in a transaction of its own before the code is compared, so that many at once are no more than five.
 */
export async function confirmPhone(tenant: Tenant, actor: Member, code: string): Promise<PreferencesView> {
  const { platform } = tenant
  const { userId } = actor
  const [row] = await tenant.tx((t) =>
    t.db
      .update(phoneCode)
      .set({ guesses: sql`${phoneCode.guesses} + 1` })
      .where(and(isOf(t, userId), lt(phoneCode.guesses, GUESSES), gt(phoneCode.expiresAt, t.now)))
      .returning(),
  )
  if (!row || !isSameSecret(row.codeHash, signed(platform, userId, row.phone, code))) throw wrongCode()
  return tenant.tx(async (t) => {
    const redeemed = await t.db
      .delete(phoneCode)
      .where(and(isOf(t, userId), eq(phoneCode.codeHash, row.codeHash)))
      .returning({ phone: phoneCode.phone })
    if (!redeemed[0]) throw wrongCode()
    await upsertPreference(t, userId, { phone: redeemed[0].phone })
    return viewOf(t, tenant, actor)
  })
}

const wrongCode = () => conflict(m.error_phone_code, { reason: 'wrong_code' })

/** Sends the member no text messages any more. */
export const removePhone = (tenant: Tenant, actor: Member): Promise<PreferencesView> =>
  tenant.tx(async (t) => {
    await t.db.delete(phoneCode).where(isOf(t, actor.userId))
    await upsertPreference(t, actor.userId, { phone: null })
    return viewOf(t, tenant, actor)
  })
