import { identifyGuest } from '#contracts/customer/signed-identity.ts'
import type { IdentityResult } from '#contracts/tenant/widget.ts'
import { CallError, call } from '#web/lib/call.ts'
import { asGuest, ensureSession } from '#web/portal/guest-session.ts'
import { rememberContact } from '#web/portal/request/known-contact.ts'
import { forgetGuest } from './forget-guest.ts'

/** What became of a token, and whether another visitor begins: then nothing of the one before is shown. */
type Identified = { result: IdentityResult | null; isNewVisit: boolean }

/**
 * The host page says who the visitor is, or with null that they signed out. A visit that was somebody else's ends, and one whose token is
 * refused too where it was anybody's: who is at the browser now is not known to be that one.
 */
export async function changeIdentity(slug: string, token: string | null): Promise<Identified> {
  const { isIdentified } = await ensureSession(slug)
  if (token === null) {
    if (isIdentified) await forgetGuest(slug)
    return { result: null, isNewVisit: isIdentified }
  }
  const reason = await identify(slug, token)
  if (reason !== 'other_identity') return settle(slug, reason, isIdentified)
  await forgetGuest(slug)
  return { ...(await settle(slug, await identify(slug, token), false)), isNewVisit: true }
}

async function settle(slug: string, reason: string | null, isIdentified: boolean): Promise<Identified> {
  const isNewVisit = reason !== null && isIdentified
  if (isNewVisit) await forgetGuest(slug)
  else if (reason === null) (await ensureSession(slug)).isIdentified = true
  return { result: { identified: reason === null, reason }, isNewVisit }
}

/** Null when the token counts, else why it does not. Throws `CallError` where that is not known. */
async function identify(slug: string, token: string): Promise<string | null> {
  try {
    const body = { identityToken: token }
    const { name, email } = await asGuest(slug, () => call(identifyGuest, { params: { slug }, body }))
    if (email) rememberContact(slug, { name: name ?? '', email })
    return null
  } catch (error) {
    if (error instanceof CallError && error.reason) return error.reason
    // Empty or too long: not a token at all.
    if (error instanceof CallError && error.status === 400) return 'identity_refused'
    throw error
  }
}
