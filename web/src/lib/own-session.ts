import { getSession, type SessionView } from '#contracts/identity/session.ts'
import { call } from './call.ts'
import { followAccountLanguage } from './locale.ts'

/**
 * Reads who is signed in; the page takes on their language and colours before it is shown. Who never chose any, and whose device shows
 * none, loads no code for it; where that cannot be loaded the page stays as it is.
 */
export async function readOwnSession(): Promise<SessionView> {
  const session = await call(getSession)
  if (session.user) followAccountLanguage(session.user.language)
  const chosen = session.user?.appearance
  if (chosen && (chosen.accentColor || chosen.colorScheme || document.documentElement.hasAttribute('style'))) {
    await import('./appearance.ts').then((looks) => looks.showAppearance(chosen)).catch(() => undefined)
  }
  return session
}
