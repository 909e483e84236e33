import { makeAccount, makeSession } from '#server/identity/fixture.ts'
import { clientOf, type TestClient } from '#test/client.ts'
import type { Harness } from '#test/harness.ts'

/** The platform owner, signed in. */
export async function makeOwner(h: Harness): Promise<TestClient & { email: string }> {
  const { userId, email } = await makeAccount(h.platform, { platformRole: 'super-admin' })
  return { ...clientOf(h.url, { cookie: await makeSession(h.platform, userId) }), email }
}
