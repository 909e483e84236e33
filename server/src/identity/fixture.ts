import { randomUUID } from 'node:crypto'
import type { MemberRole } from '#contracts/identity/identity.ts'
import type { UserId } from '#contracts/ids.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { addMember } from '#server/tenant/service.ts'
import { type NewAccount, signUpAccount } from './service.ts'

/** A password that every rule lets pass. */
export const PASSWORD = 'correct horse battery'

/** An account without a team: a customer, as far as roles go. */
export async function makeAccount(
  platform: Platform,
  given: Partial<NewAccount> = {},
): Promise<{ userId: UserId; email: string; password: string }> {
  const email = given.email ?? `p${randomUUID().slice(0, 13)}@example.com`
  const password = given.password ?? PASSWORD
  const userId = await signUpAccount(platform, { name: 'Pat Doe', verified: true, ...given, email, password })
  return { userId, email, password }
}

/** Somebody of a business's team, with an account to sign in with and as the actor that services take. */
export async function makeMember(
  tenant: Tenant,
  given: { name?: string; email?: string; role?: MemberRole } = {},
): Promise<{ actor: Member; email: string; password: string }> {
  const { name = 'Robin Roe', role = 'agent' } = given
  const account = await makeAccount(tenant.platform, { name, ...(given.email ? { email: given.email } : {}) })
  const { userId, email, password } = account
  await tenant.tx((t) => addMember(t, { userId, name, email, role }))
  return { actor: { kind: 'member', userId, name, email, role }, email, password }
}
