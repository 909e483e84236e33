import type { Harness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { PASSWORD } from './fixture.ts'

export type Credentials = { email: string; password?: string; portal?: 'business' | 'customer'; cookie?: string }

/** Sends the sign-in request: its status, body and cookies. */
export async function trySignIn(h: Harness, { email, password = PASSWORD, portal = 'business', cookie }: Credentials) {
  const response = await fetch(`${h.url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    body: JSON.stringify({ email, password, portal }),
  })
  // The cookie of the known device has separate tests.
  const setCookies = response.headers.getSetCookie().filter((line) => !line.startsWith('segue-device-'))
  return {
    status: response.status,
    retryAfter: Number(response.headers.get('retry-after')),
    body: await response.json(),
    setCookies,
    cookie: setCookies.map((one) => one.split(';')[0]).join('; '),
  }
}

/** The audit entries of an account, oldest first. */
export const auditOf = (h: Harness, email: string) =>
  queryAsOwner<{ action: string; reason: string | null }>(
    h.database.ownerUrl,
    `SELECT action, detail->>'reason' AS reason FROM auth.audit_log WHERE actor_email = $1 ORDER BY at`,
    [email],
  )
