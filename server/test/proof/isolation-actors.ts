import type { Endpoint } from '#contracts/endpoint.ts'
import { signUpBusiness } from '#contracts/signup/signup.ts'
import type { FullTenant } from './full-tenant.ts'
import type { Actor } from './probe.ts'

/** Who calls each route, of a tenant. */
export const actorsOf = (fullTenant: FullTenant): Actor[] => [
  { name: `guest of ${fullTenant.letter}`, access: 'guest', fullTenant, client: fullTenant.guest },
  { name: `agent of ${fullTenant.letter}`, access: 'member', fullTenant, client: fullTenant.agent, role: 'agent' },
  { name: `admin of ${fullTenant.letter}`, access: 'member', fullTenant, client: fullTenant.admin, role: 'admin' },
  {
    name: `program of ${fullTenant.letter}`,
    access: 'member',
    fullTenant,
    client: fullTenant.program,
    isProgram: true,
  },
]

export const ownerOf = (fullTenant: FullTenant): Actor => ({
  name: `owner of ${fullTenant.letter}`,
  access: 'member',
  fullTenant,
  client: fullTenant.proprietor,
  role: 'owner',
})

/**
 * Routes of the portal, which a customer who is signed in may use as guests may, and those about accounts. A sign-up would make the
 * customer a member.
 */
export const isForCustomers = ({ access, path }: Endpoint): boolean =>
  ['guest', 'account', 'public'].includes(access) && path !== signUpBusiness.path

export const customerOf = (fullTenant: FullTenant): Actor => ({
  name: `customer of ${fullTenant.letter}`,
  access: 'customer',
  fullTenant,
  client: fullTenant.customer,
})
