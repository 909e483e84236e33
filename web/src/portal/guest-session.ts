import { type PortalAccount, type SignedInAccount, startGuestSession } from '#contracts/customer/guest-session.ts'
import { CallError, setBearerToken } from '#web/lib/call.ts'
import { inOneTab } from '#web/lib/one-tab.ts'
import { callInTime } from './call-in-time.ts'
import { isFramed } from './portal-location.ts'
import { readStored, storeValue } from './storage.ts'

/** The guest session of this browser at one business. */
export type GuestSession = {
  guestId: string
  isReturning: boolean
  /** Whether the business's server signed who the guest is. */
  isIdentified: boolean
  account: SignedInAccount | null
  otherAccount: PortalAccount | null
}

const sessions = new Map<string, Promise<GuestSession>>()
const tokenKey = (slug: string) => `segue_guest_token_${slug}`

/**
 * Begins or resumes the guest session, once per page. The session is an http-only cookie; in another site's
 * frame, and wherever cookies are refused, a token in the page's storage replaces it. `isNew`: whoever had this browser has left.
 */
export function ensureSession(slug: string, isNew = false): Promise<GuestSession> {
  const known = sessions.get(slug)
  if (known && !isNew) return known
  // Two tabs that begin at once would get two sessions, and the first one's chat would be lost with its cookie.
  const starting = inOneTab(`session-${slug}`, () => start(slug, isNew)).catch((error: unknown) => {
    sessions.delete(slug)
    throw error
  })
  sessions.set(slug, starting)
  return starting
}

/** Whether this browser had a guest session before: only then can there be chats. */
export function isKnownGuest(slug: string): boolean {
  return readStored(`guest_id_${slug}`) !== null
}

/** Sessions of this page ended at once, since their cookie did not come back, whatever the browser says about cookies. */
let areCookiesLost = false

/** Whether this browser refuses the page's cookies: a token replaces the guest's, and nobody can be signed in. */
export const areCookiesRefused = (): boolean => areCookiesLost || !navigator.cookieEnabled

async function start(slug: string, isNew: boolean): Promise<GuestSession> {
  const hasToken = isFramed || areCookiesRefused()
  if (hasToken) setBearerToken(isNew ? null : readStored(tokenKey(slug)))
  const body = { bearer: hasToken, from: document.referrer, isNew }
  const begin = () => callInTime(startGuestSession, { params: { slug }, body })
  const session = await begin().catch((error: unknown) => {
    if (!hasToken || !isEnded(error)) throw error
    setBearerToken(null)
    return begin()
  })
  storeValue(`guest_id_${slug}`, session.guestId)
  if (hasToken) {
    // Null where the frame's cookie arrived: then no script has to store the token.
    storeValue(tokenKey(slug), session.token)
    setBearerToken(session.token)
  }
  return session
}

const isEnded = (error: unknown): boolean => error instanceof CallError && error.code === 'unauthenticated'

/** Runs a call as the guest. Starts a new session once, when the current one has ended, and one with a token where its cookie does not come back. */
export async function asGuest<T>(slug: string, run: () => Promise<T>): Promise<T> {
  const restart = () => {
    sessions.delete(slug)
    return ensureSession(slug)
  }
  const hadToken = isFramed || areCookiesRefused()
  await ensureSession(slug)
  try {
    return await run()
  } catch (error) {
    if (!isEnded(error)) throw error
  }
  const { guestId } = await restart()
  try {
    return await run()
  } catch (error) {
    if (!isEnded(error) || hadToken) throw error
    // Resumed: the cookie is there, and the call is refused for another reason. Another call may have found meanwhile that it is not.
    if (!areCookiesLost && (await restart()).guestId === guestId) throw error
  }
  if (areCookiesLost) await ensureSession(slug)
  else {
    areCookiesLost = true
    await restart()
  }
  return run()
}
