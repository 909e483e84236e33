import { signOut as endSession } from '#contracts/identity/session.ts'
import { call } from './call.ts'

/** How the pages look and which portal `/` leads to: nothing of the person. */
const KEPT = new Set(['segue-theme', 'segue_last_portal', 'segue_portal_sidebar'])
/** One for the page, since a second one would bring it its own message. Null in old browsers: their pages find the session over at the next request. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('segue-signed-out')
/** The push service may be out of reach: leaving does not wait longer for it. */
const PUSH_MS = 3000

/**
 * Ends the session of this browser, on other devices it stays, and removes what the site keeps of the person here: drafts, unsent messages,
 * filters, caches, push messages. Its other open pages leave too (`whenSignedOut`). Throws when the server was not reached; then nothing is removed.
 */
export async function signOut(): Promise<void> {
  await call(endSession)
  forgetStored()
  channel?.postMessage(null)
  await Promise.race([forgetPushAndCaches(), new Promise((done) => setTimeout(done, PUSH_MS))])
}

/** Runs when another page of this browser signed out, after the removal of what this one has stored. Gives what ends the watch. */
export function whenSignedOut(leave: () => void): () => void {
  const listen = () => {
    forgetStored()
    leave()
  }
  channel?.addEventListener('message', listen)
  return () => channel?.removeEventListener('message', listen)
}

function forgetStored(): void {
  removeStored()
  // A draft that is being typed is stored once more while the page closes.
  addEventListener('pagehide', removeStored)
}

function removeStored(): void {
  try {
    sessionStorage.clear()
    for (const key of Object.keys(localStorage))
      if (/^segue[-_]/.test(key) && !KEPT.has(key)) localStorage.removeItem(key)
  } catch {
    // Without storage nothing was kept.
  }
}

async function forgetPushAndCaches(): Promise<void> {
  const workers = (await globalThis.navigator.serviceWorker?.getRegistrations().catch(() => [])) ?? []
  const names = (await globalThis.caches?.keys().catch(() => [])) ?? []
  await Promise.allSettled([...workers.map(forgetWorker), ...names.map((name) => caches.delete(name))])
}

async function forgetWorker(worker: ServiceWorkerRegistration): Promise<void> {
  await (await worker.pushManager?.getSubscription())?.unsubscribe().catch(() => false)
  await worker.unregister()
}
