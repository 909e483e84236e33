import { TenantId, UserId } from '#contracts/ids.ts'
import { NotificationEvent } from '#contracts/notification/preferences.ts'
import * as m from '#i18n/messages.js'
import { AppError } from '#server/platform/errors.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import { deriveKey } from '#server/platform/secrets/encrypt.ts'
import { isSameSecret, signatureOf } from '#server/platform/secrets/tokens.ts'
import { notificationKinds } from './notifications.ts'
import { findNotifiedMember, upsertPreference } from './preference-queries.ts'
import { defaultChoices } from './preferences.ts'
import type { OutboxRow } from './schema.ts'

const signed = ({ masterKey }: Platform, parts: string[]): string =>
  signatureOf(deriveKey(masterKey, 'unsubscribe'), parts)

/** The address by which a mail program ends mails like this one for its member; null for mails that have no such choice. */
export function unsubscribeUrl(
  platform: Platform,
  tenantId: TenantId,
  { type, userId }: Pick<OutboxRow, 'type' | 'userId'>,
): string | null {
  const event = type in notificationKinds ? notificationKinds[type as keyof typeof notificationKinds].event : null
  if (!userId || !event) return null
  const parts = [tenantId, userId, event]
  return `${platform.baseUrl}/api/unsubscribe?link=${[...parts, signed(platform, parts)].join('.')}`
}

/** Ends mails of one kind to the member of the link. The link gives no other right, so it does not expire. Throws not_found for another link. */
export async function unsubscribe(platform: Platform, token: string): Promise<void> {
  const [tenantId = '', userId = '', name = '', signature = ''] = token.split('.')
  const [ofTenant, ofUser] = [TenantId.safeParse(tenantId), UserId.safeParse(userId)]
  const event = NotificationEvent.safeParse(name)
  const isValid = isSameSecret(signature, signed(platform, [tenantId, userId, name]))
  if (!isValid || !ofTenant.success || !ofUser.success || !event.success) {
    throw new AppError('not_found', m.error_unsubscribe_link)
  }
  await tenantOf(platform, ofTenant.data).tx(async (t) => {
    const found = await findNotifiedMember(t, ofUser.data)
    if (!found) return
    const { member, preference } = found
    const before = preference?.choices[event.data] ?? defaultChoices(member.role)[event.data]
    const choices = { ...preference?.choices, [event.data]: { ...before, mail: false } }
    await upsertPreference(t, member.userId, { choices })
  })
}
