import { describe, expect, it } from 'vitest'
import type { Role } from '#contracts/identity/role.ts'
import { mayUseBusinessLogin, type RoleFacts, roleOf } from './policy.ts'

const OWNER = 'owner@example.com'
const ADMIN = 'admin@example.com'
const CONFIGURED = { platformOwnerEmail: OWNER, platformAdminEmails: [ADMIN] }
const person = (given: Partial<RoleFacts>): RoleFacts => ({
  email: 'pat@example.com',
  emailVerified: true,
  platformRole: null,
  memberRole: null,
  ...given,
})

const TABLE: [string, Partial<RoleFacts>, Role, boolean][] = [
  ['nobody in particular', {}, 'customer', false],
  ['owner of a business', { memberRole: 'owner' }, 'business-admin', true],
  ['admin of a business', { memberRole: 'admin' }, 'business-admin', true],
  ['agent', { memberRole: 'agent' }, 'agent', true],
  ['stored super-admin', { platformRole: 'super-admin' }, 'super-admin', true],
  ['super-admin with a business', { platformRole: 'super-admin', memberRole: 'agent' }, 'super-admin', true],
  ['the configured owner e-mail', { email: OWNER }, 'super-admin', true],
  ['the configured owner e-mail, not verified', { email: OWNER, emailVerified: false }, 'customer', false],
  ['a configured admin e-mail', { email: ADMIN }, 'business-admin', true],
  ['a configured admin e-mail, not verified', { email: ADMIN, emailVerified: false }, 'customer', false],
  ['a role that only old data knows', { platformRole: 'founder' }, 'customer', false],
  ['a role spelled otherwise', { platformRole: 'SUPER_ADMIN' }, 'customer', false],
]

describe('[I2] roles', () => {
  it.each(TABLE)('%s', (_who, given, role, isAdmitted) => {
    expect(roleOf(person(given), CONFIGURED)).toBe(role)
    expect(mayUseBusinessLogin(role)).toBe(isAdmitted)
  })

  it('gives nobody super-admin while no owner e-mail is configured', () => {
    expect(roleOf(person({ email: '' }), { platformOwnerEmail: null, platformAdminEmails: [] })).toBe('customer')
  })
})
