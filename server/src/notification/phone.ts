import { CODE_MINUTES } from '#contracts/notification/confirmation-code.ts'
import type { PreferencesView } from '#contracts/notification/preferences.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import { AppError, conflict, invalid } from '#server/platform/errors.ts'
import { MailError } from '#server/platform/mail/mailer.ts'
import { assertMayReachStranger } from '#server/platform/mail/stranger-limit.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { deleteCode, redeemCode, writeCode } from './confirmation-codes.ts'
import { findNotifiedMember, upsertPreference } from './preference-queries.ts'
import { viewOf } from './preferences.ts'
import { sendText } from './short-messages/sms.ts'

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
    const code = await writeCode(t, platform, { kind: 'phone', userId, recipient: phone })
    const locale = (await findNotifiedMember(t, userId))?.language ?? 'en'
    return m.notification_phone_message({ code, minutes: CODE_MINUTES }, { locale })
  })
  // After the transaction: a network call never holds one open. Without an outbox, since who asked is waiting for it.
  await sendText(platform, phone, body).catch((cause: unknown) => {
    platform.log.warn({ err: cause, tenantId: tenant.id }, 'a code could not be sent to a telephone')
    if (cause instanceof MailError && cause.permanent) throw invalid({ 'body.phone': m.notification_sms_refused })
    throw new AppError('unavailable', m.error_phone_code_not_sent, { cause })
  })
  return { phone }
}

/**
 * Sends text messages to the number from now on. Throws conflict (reason `wrong_code`) for a wrong or old code; five guesses end it.
 */
export async function confirmPhone(tenant: Tenant, actor: Member, code: string): Promise<PreferencesView> {
  const { userId } = actor
  const confirmed = await redeemCode(tenant, { kind: 'phone', userId, code }, async (t, phone) => {
    await upsertPreference(t, userId, { phone })
    return viewOf(t, tenant, actor)
  })
  if (!confirmed) throw conflict(m.error_phone_code, { reason: 'wrong_code' })
  return confirmed
}

/** Sends the member no text messages any more. */
export const removePhone = (tenant: Tenant, actor: Member): Promise<PreferencesView> =>
  tenant.tx(async (t) => {
    await deleteCode(t, { kind: 'phone', userId: actor.userId })
    await upsertPreference(t, actor.userId, { phone: null })
    return viewOf(t, tenant, actor)
  })
