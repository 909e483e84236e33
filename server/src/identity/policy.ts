import type { MemberRole, Role } from '#contracts/identity/role.ts'

/** What a signed-in person's role is derived from. */
export type RoleFacts = {
  email: string
  emailVerified: boolean
  platformRole: string | null
  memberRole: MemberRole | null
}

/** Whom the operator names in the configuration, by their verified e-mail. */
export type ConfiguredPeople = { platformOwnerEmail: string | null; platformAdminEmails: readonly string[] }

/**
 * The role of a person: super-admin by the stored role, or by the configured e-mail of the platform owner once it is verified;
 * otherwise by their membership, or business-admin where the configuration names their verified e-mail; otherwise customer.
 */
export function roleOf(person: RoleFacts, configured: ConfiguredPeople): Role {
  const { platformOwnerEmail, platformAdminEmails } = configured
  if (person.platformRole === 'super-admin') return 'super-admin'
  if (person.emailVerified && platformOwnerEmail !== null && person.email === platformOwnerEmail) return 'super-admin'
  if (person.memberRole === 'owner' || person.memberRole === 'admin') return 'business-admin'
  if (person.emailVerified && platformAdminEmails.includes(person.email)) return 'business-admin'
  if (person.memberRole === 'agent') return 'agent'
  return 'customer'
}

/** Whether this role may sign in at the business login. Everybody may at the customer login. */
export const mayUseBusinessLogin = (role: Role): boolean => role !== 'customer'
