import { subscribePush } from '#contracts/notification/preferences.ts'
import { call } from '#web/lib/call.ts'

/** Whether this browser can receive push messages at all; it can on https and on this machine only. */
export const canReceivePush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window

/** Whose address at the push service this browser has. */
const REGISTERED_BY = 'segue-push-by'

/** Registers this browser for push messages. Null when the person refuses them; throws when the browser's push service fails. */
export async function subscribeHere(pushKey: string, userId: string) {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register('/desk-push.js')
  const registration = await navigator.serviceWorker.ready
  // A new address, so that what was registered for somebody else reaches nobody, at whichever business it was.
  if (localStorage.getItem(REGISTERED_BY) !== userId) await dropSubscription(registration)
  const options = { userVisibleOnly: true, applicationServerKey: pushKey }
  const subscription = await registration.pushManager.subscribe(options)
  localStorage.setItem(REGISTERED_BY, userId)
  const { endpoint = '', keys } = subscription.toJSON()
  return call(subscribePush, { body: { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } } })
}

const dropSubscription = async (registration: ServiceWorkerRegistration): Promise<void> => {
  await (await registration.pushManager?.getSubscription())?.unsubscribe()
}
