import { getSession, type SessionView } from '#contracts/identity/session.ts'
import { showAppearance } from './appearance.ts'
import { call } from './call.ts'

/** Reads who is signed in; the page takes on their colours before it is shown. */
export async function readOwnSession(): Promise<SessionView> {
  const session = await call(getSession)
  if (session.user) showAppearance(session.user.appearance)
  return session
}
