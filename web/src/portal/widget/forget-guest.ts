import { ensureSession } from '#web/portal/guest-session.ts'

/**
 * The visitor has left: nothing of them stays on this device, and whoever comes next is another guest. Throws `CallError` where the new
 * session could not begin: the cookie of the one before would bring its chats back.
 */
export async function forgetGuest(slug: string): Promise<void> {
  try {
    for (const key of Object.keys(localStorage))
      if (`${key}_`.includes(`_${slug}_`) || key.startsWith('segue_unsent_')) localStorage.removeItem(key)
  } catch {
    // Forbidden: then nothing was stored.
  }
  await ensureSession(slug, true)
}
