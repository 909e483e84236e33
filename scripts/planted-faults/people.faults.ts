import type { PlantedFault } from './fault.ts'

export const faults: PlantedFault[] = [
  {
    breaks: 'an account may be tried 100 times',
    file: 'server/src/identity/sign-in-attempts.ts',
    find: 'PER_ACCOUNT = 10',
    replace: 'PER_ACCOUNT = 100',
    tests: ['server/src/identity/sign-in.test.ts'],
  },
  {
    breaks: 'failed sign-ins are counted for a minute only',
    file: 'server/src/identity/sign-in-attempts.ts',
    find: 'WINDOW_MS = 15 * 60_000',
    replace: 'WINDOW_MS = 60_000',
    tests: ['server/src/identity/sign-in.test.ts'],
  },
  {
    breaks: 'an unverified e-mail makes a platform owner',
    file: 'server/src/identity/policy.ts',
    find: 'person.emailVerified && platformOwnerEmail',
    replace: 'platformOwnerEmail',
    tests: ['server/src/identity/policy.test.ts'],
  },
  {
    breaks: 'a customer may use the business login',
    file: 'server/src/identity/policy.ts',
    find: "role !== 'customer'",
    replace: "role !== 'super-admin' || true",
    tests: ['server/src/identity/policy.test.ts'],
  },
  {
    breaks: 'an expired guest session is accepted',
    file: 'server/src/customer/guest-session.ts',
    find: 'row && row.expiresAt > t.now ? row : null',
    replace: 'row ?? null',
    tests: ['server/src/customer/guest-session.test.ts'],
  },
  {
    breaks: 'an e-mail address in capitals makes a second customer',
    file: 'server/src/customer/commands.ts',
    find: 'given.email.trim().toLowerCase()',
    replace: 'given.email.trim()',
    tests: ['server/src/customer/customer.test.ts'],
  },
  {
    breaks: 'a new guest adopts the token of the request',
    file: 'server/src/customer/guest-session.ts',
    find: '  const token = randomToken()\n',
    replace: '  const token = hashToken(t.tenantId)\n',
    tests: ['server/src/customer/guest-session.test.ts'],
  },
  {
    breaks: 'opening hours that cross midnight end at midnight',
    file: 'server/src/tenant/hours.ts',
    find: 'end <= start ? day + DAY_MS : day',
    replace: 'day',
    tests: ['server/src/tenant/hours.test.ts'],
  },
]
