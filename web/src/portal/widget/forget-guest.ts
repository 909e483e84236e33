import { ensureSession } from '#web/portal/guest-session.ts'
import { forgetStored } from '#web/portal/storage.ts'

/**
 * The visitor has left: nothing of them stays on this device, and whoever comes next is another guest. Throws `CallError` where the new
 * session could not begin: the cookie of the one before would bring its chats back.
 */
export async function forgetGuest(slug: string): Promise<void> {
  forgetStored((key) => `${key}_`.includes(`_${slug}_`) || key.startsWith('segue_unsent_'))
  await ensureSession(slug, true)
}
