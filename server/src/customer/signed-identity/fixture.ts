import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { makeGuest } from '#server/customer/fixture.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { createWidgetSecret, getTenant } from '#server/tenant/service.ts'
import { identify } from './identify.ts'

type Given = Record<string, unknown>

/** An identity token as the business's server signs it; `claims` and `header` replace what it would have. */
export function signIdentity(
  { secret, slug, now }: { secret: string; slug: string; now: Date },
  claims: Given = {},
  alg = 'HS256',
): Promise<string> {
  const iat = Math.floor(now.getTime() / 1000)
  const whole = { sub: '4711', aud: slug, iat, exp: iat + 300, jti: randomUUID(), ...claims }
  return new SignJWT(JSON.parse(JSON.stringify(whole)))
    .setProtectedHeader({ alg, typ: 'JWT' })
    .sign(new TextEncoder().encode(secret))
}

/** A guest whom the business's server named. */
export async function makeIdentity(tenant: Tenant, actor: Member): Promise<void> {
  const { secret } = await createWidgetSecret(tenant, actor, 0)
  const [{ slug }, { actor: guest }] = [await getTenant(tenant), await makeGuest(tenant)]
  const now = tenant.platform.clock.now()
  await identify(tenant, guest, await signIdentity({ secret, slug, now }, { name: 'proof', email: 'sub@example.com' }))
}
