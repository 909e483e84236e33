import type { MemberRole, Role } from '#contracts/identity/role.ts'

/** What is known of a signed-in person when their role is asked for. */
export type Standing = {
  email: string
  emailVerified: boolean
  platformRole: string | null
  memberRole: MemberRole | null
}

/**
 * What a person is to the product (seed 3 §6, R19): the platform owner by the stored role, or by the configured e-mail once it is
 * verified; else what their team made them; else a customer. Every other name of a role that old data may hold means customer.
 */
export function roleOf(person: Standing, platformOwnerEmail: string | null): Role {
  if (person.platformRole === 'super-admin') return 'super-admin'
  if (person.emailVerified && platformOwnerEmail !== null && person.email === platformOwnerEmail) return 'super-admin'
  if (person.memberRole === 'owner' || person.memberRole === 'admin') return 'business-admin'
  if (person.memberRole === 'agent') return 'agent'
  return 'customer'
}

/** Whether the business login lets this role in. The customer login lets everybody in. */
export const mayUseBusinessLogin = (role: Role): boolean => role !== 'customer'
