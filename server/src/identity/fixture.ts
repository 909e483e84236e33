import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { MemberRole } from '#contracts/identity/role.ts'
import type { UserId } from '#contracts/ids.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { hashToken } from '#server/platform/secrets/tokens.ts'
import { addMember } from '#server/tenant/service.ts'
import { cookieOf, SESSION_SECONDS } from './auth.ts'
import { hashPassword } from './password-hash.ts'
import { account, session, user } from './schema.ts'
import { createAccount, type NewAccount } from './service.ts'
import { signToken } from './session.ts'

/** A password that every rule accepts. */
export const PASSWORD = 'correct horse battery'

/** Hashed once for all accounts of a process: a hash takes longer than the rest of a test's preparation. */
let hashedPassword: Promise<string> | undefined

/** An account without a membership: its role is customer. Its password is PASSWORD unless another one is given. */
export async function makeAccount(
  platform: Platform,
  given: Partial<NewAccount> = {},
): Promise<{ userId: UserId; email: string; password: string }> {
  const { name = 'Pat Doe', verified = true, password = PASSWORD, platformRole = null } = given
  const email = given.email ?? `p${randomUUID().slice(0, 13)}@example.com`
  if (given.password) {
    return { userId: await createAccount(platform, { ...given, name, verified, email, password }), email, password }
  }
  hashedPassword ??= hashPassword(PASSWORD)
  const hash = await hashedPassword
  const id = randomUUID()
  await platform.db.orm.transaction(async (tx) => {
    await tx.insert(user).values({ id, name, email: email.toLowerCase(), emailVerified: verified, platformRole })
    await tx.insert(account).values({ userId: id, accountId: id, providerId: 'credential', password: hash })
  })
  return { userId: id as UserId, email, password }
}

/** Inserts a session without a sign-in. Gives its cookie as a request sends it: `name=value`. */
export async function makeSession(platform: Platform, userId: UserId): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const expiresAt = new Date(platform.clock.now().getTime() + SESSION_SECONDS * 1000)
  const now = platform.clock.now()
  await platform.db.orm
    .insert(session)
    .values({ token: hashToken(token), userId, expiresAt, signedInAt: now, lastSeenAt: now })
  return `${cookieOf(platform).name}=${encodeURIComponent(signToken(platform, token))}`
}

/** As much of a request with a session cookie as services read. */
export function requestWith(cookie: string): FastifyRequest {
  const [name = '', value = ''] = cookie.split('=')
  return { headers: {}, cookies: { [name]: decodeURIComponent(value) } } as unknown as FastifyRequest
}

/** A member of a business with an account: the actor that services take, and the credentials to sign in with. */
export async function makeMember(
  tenant: Tenant,
  given: { name?: string; email?: string; role?: MemberRole } = {},
): Promise<{ actor: Member; email: string; password: string }> {
  const { name = 'Robin Roe', role = 'agent' } = given
  const { userId, email, password } = await makeAccount(tenant.platform, {
    name,
    ...(given.email ? { email: given.email } : {}),
  })
  await tenant.tx((t) => addMember(t, { userId, name, email, role }))
  return { actor: { kind: 'member', userId, name, email, role }, email, password }
}
