import { getCustomerPushKey, subscribeCustomerPush } from '#contracts/notification/customer-push.ts'
import { call } from '#web/lib/call.ts'
import { asGuest } from '#web/portal/guest-session.ts'

/** Whether this browser can receive push messages at all; it can on https and on this machine only. */
export const canReceivePush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window

/** Registers this browser for push messages. False where it cannot receive any or the person refuses them; throws when its push service fails. */
export async function subscribeHere(slug: string): Promise<boolean> {
  if (!canReceivePush() || (await Notification.requestPermission()) !== 'granted') return false
  const params = { slug }
  const { pushKey } = await asGuest(slug, () => call(getCustomerPushKey, { params }))
  await navigator.serviceWorker.register('/desk-push.js')
  const registration = await navigator.serviceWorker.ready
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: pushKey,
  })
  const { endpoint = '', keys } = subscription.toJSON()
  const body = { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
  await asGuest(slug, () => call(subscribeCustomerPush, { params, body }))
  return true
}
