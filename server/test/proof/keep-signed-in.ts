import { getSession, signIn } from '#contracts/identity/session.ts'
import { PASSWORD } from '#server/identity/fixture.ts'
import type { FullTenant } from './full-tenant.ts'

/** Signs members in again after a route has ended their session. */
export async function keepSignedIn(fullTenant: FullTenant): Promise<void> {
  for (const person of [fullTenant.agent, fullTenant.admin, fullTenant.proprietor]) {
    if ((await person.call(getSession)).user) continue
    const body = JSON.stringify({ email: person.email, password: PASSWORD, portal: 'business' })
    const response = await person.raw(signIn.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: '' },
      body,
    })
    person.headers.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }
}
