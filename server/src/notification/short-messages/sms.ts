import * as m from '#i18n/messages.js'
import { findPreference } from '#server/notification/preference-queries.ts'
import type { ShortMessageRow } from '#server/notification/schema.ts'
import { MailError } from '#server/platform/mail/mailer.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'

/**
 * Sends a text message about a notification to the member's number. Throws a MailError, permanent also when the member has no number.
 */
export async function sendSms(tenant: Tenant, { userId, title, body, url }: ShortMessageRow): Promise<void> {
  const to = (await tenant.read((t) => findPreference(t, userId)))?.phone
  if (!to) throw new MailError(m.notification_sms_no_number, { permanent: true })
  await sendText(tenant.platform, to, `${title}\n${body}\n${url}`)
}

/**
 * Sends a text message through the Twilio-compatible gateway of the operator. Throws a MailError: permanent when no gateway is set up or it
 * refuses the number; a refused sign-in and everything else can pass.
 */
export async function sendText({ config, http }: Platform, to: string, body: string): Promise<void> {
  const { sms } = config
  if (!sms) throw new MailError(m.notification_sms_not_set_up, { permanent: true })
  const { status } = await http
    .fetch(`${sms.origin}/2010-04-01/Accounts/${encodeURIComponent(sms.accountSid)}/Messages.json`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${sms.accountSid}:${sms.authToken}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ To: to, From: sms.from, Body: body }).toString(),
      maxRedirects: 0,
      maxBytes: 64 * 1024,
    })
    .catch((error: unknown) => {
      throw new MailError(m.notification_sms_unreachable, { permanent: false, cause: error })
    })
  if (status < 300) return
  if (status === 401 || status === 403) throw new MailError(m.notification_sms_sign_in, { permanent: false })
  if (status === 400) throw new MailError(m.notification_sms_refused, { permanent: true })
  throw new MailError(m.notification_sms_not_now, { permanent: false })
}
