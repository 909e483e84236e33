import type { PushSubscriptionId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { deletePushSubscriptions, listPushSubscriptions } from '#server/notification/preference-queries.ts'
import type { PushSubscriptionRow, ShortMessageRow } from '#server/notification/schema.ts'
import type { OutgoingRequest } from '#server/platform/http/outgoing.ts'
import { MailError } from '#server/platform/mail/mailer.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { decryptSecret, encryptSecret } from '#server/platform/secrets/encrypt.ts'
import { pushKeyOf } from './vapid.ts'

/** A push service keeps a message so long for a browser that is closed, in seconds. */
const KEPT_SECONDS = 24 * 3600

const contextOf = ({ id }: Pick<Tenant, 'id'>, subscriptionId: string): string => `tenant:${id}:push:${subscriptionId}`

/** The secret of a browser, encrypted for its row. */
export const encryptAuth = (tenant: Tenant, id: PushSubscriptionId, auth: string): string =>
  encryptSecret(tenant.platform.masterKey, auth, contextOf(tenant, id))

/**
 * Sends a message to every browser of a member, encrypted for each. A browser that no longer subscribes (404, 410) is forgotten. Throws a
 * MailError when no browser got it: permanent when none is left.
 */
export async function sendPush(tenant: Tenant, message: ShortMessageRow): Promise<void> {
  const browsers = await tenant.read((t) => listPushSubscriptions(t, message.userId))
  const outcomes = await Promise.all(browsers.map((browser) => pushTo(tenant, browser, message)))
  const gone = browsers.filter((_, n) => outcomes[n] === 'gone').map(({ id }) => id)
  if (gone.length > 0) await tenant.tx((t) => deletePushSubscriptions(t, message.userId, gone))
  if (outcomes.includes('sent')) return
  const isNoneLeft = gone.length === browsers.length
  throw new MailError(isNoneLeft ? m.notification_push_gone : m.notification_push_failed, { permanent: isNoneLeft })
}

async function pushTo(
  tenant: Tenant,
  browser: PushSubscriptionRow,
  { title, body, url }: ShortMessageRow,
): Promise<'sent' | 'gone' | 'failed'> {
  const { platform } = tenant
  try {
    const auth = decryptSecret(platform.masterKey, browser.encryptedAuth, contextOf(tenant, browser.id))
    const { generateRequestDetails } = (await import('web-push')).default
    const {
      endpoint,
      method,
      headers,
      body: encrypted,
    } = generateRequestDetails(
      { endpoint: browser.endpoint, keys: { p256dh: browser.p256dh, auth } },
      JSON.stringify({ title, body, url }),
      {
        TTL: KEPT_SECONDS,
        urgency: 'high',
        vapidDetails: { subject: subjectOf(platform.baseUrl), ...pushKeyOf(platform) },
      },
    )
    const { status } = await platform.http.fetch(endpoint, {
      method: method as NonNullable<OutgoingRequest['method']>,
      headers: textHeaders(headers),
      body: encrypted ?? '',
      maxRedirects: 0,
      maxBytes: 64 * 1024,
    })
    if (status === 404 || status === 410) return 'gone'
    return status < 300 ? 'sent' : 'failed'
  } catch (error) {
    platform.log.info({ err: error, tenantId: tenant.id }, 'a push message was not taken')
    return 'failed'
  }
}

/** Without the length, which the client sets. */
const textHeaders = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [name.toLowerCase(), String(value)]),
  )

/** Whom a push service may turn to: it accepts https addresses only. */
const subjectOf = (baseUrl: string): string => (baseUrl.startsWith('https:') ? baseUrl : 'https://segue.example')
