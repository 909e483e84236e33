import { subscribePush } from '#contracts/notification/preferences.ts'
import { call } from '#web/lib/call.ts'

/** Whether this browser can receive push messages at all; it can on https and on this machine only. */
export const canReceivePush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window

/** Registers this browser for push messages. Null when the person refuses them; throws when the browser's push service fails. */
export async function subscribeHere(pushKey: string) {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register('/desk-push.js')
  const registration = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: pushKey }
  const subscription = await registration.pushManager.subscribe(options)
  const { endpoint = '', keys } = subscription.toJSON()
  return call(subscribePush, { body: { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } } })
}
