import { type PortalAccount, type SignedInAccount, startGuestSession } from '#contracts/customer/guest-session.ts'
import { CallError, call, setBearerToken } from '#web/lib/call.ts'
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
 * frame, where cookies are blocked, a token in the frame's storage replaces it. `isNew`: whoever had this browser has left.
 */
export function ensureSession(slug: string, isNew = false): Promise<GuestSession> {
  const known = sessions.get(slug)
  if (known && !isNew) return known
  const starting = start(slug, isNew).catch((error: unknown) => {
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

async function start(slug: string, isNew: boolean): Promise<GuestSession> {
  if (isFramed) setBearerToken(isNew ? null : readStored(tokenKey(slug)))
  const body = { bearer: isFramed, from: document.referrer, isNew }
  const begin = () => call(startGuestSession, { params: { slug }, body })
  const session = await begin().catch((error: unknown) => {
    if (!isFramed || !(error instanceof CallError) || error.code !== 'unauthenticated') throw error
    setBearerToken(null)
    return begin()
  })
  storeValue(`guest_id_${slug}`, session.guestId)
  if (isFramed) {
    // Null where the frame's cookie arrived: then no script has to store the token.
    storeValue(tokenKey(slug), session.token)
    setBearerToken(session.token)
  }
  return session
}

/** Runs a call as the guest. Starts a new session once, when the current one has ended. */
export async function asGuest<T>(slug: string, run: () => Promise<T>): Promise<T> {
  await ensureSession(slug)
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'unauthenticated') throw error
    sessions.delete(slug)
    await ensureSession(slug)
    return run()
  }
}
