import type { PlantedFault } from './fault.ts'

const TEAM = ['server/src/team/team.test.ts']
const LIMITS = ['server/src/team/invitation-limits.test.ts']
const ACCOUNT = ['server/src/customer/account/account.test.ts']

export const faults: PlantedFault[] = [
  {
    breaks: 'an admin makes owners',
    file: 'server/src/team/policy.ts',
    find: "hasRole(actor, MANAGE_STAFF) ? ['admin', 'agent'] : []",
    replace: "hasRole(actor, MANAGE_STAFF) ? ['owner', 'admin', 'agent'] : []",
    tests: TEAM,
  },
  {
    breaks: 'the last owner may leave',
    file: 'server/src/team/staff.ts',
    find: '(await countOwners(t)) === 1',
    replace: '(await countOwners(t)) === 0',
    tests: TEAM,
  },
  {
    breaks: 'an open invitation takes no seat',
    file: 'server/src/team/invitations.ts',
    find: 'await requireFreeSeat(t, await countReservedSeats(t))\n  const token',
    replace: 'await requireFreeSeat(t)\n  const token',
    tests: TEAM,
  },
  {
    breaks: 'the invitations of a removed manager stay valid',
    file: 'server/src/team/staff.ts',
    find: '{ userId, rolesLeft: [] }',
    replace: '{ userId, rolesLeft: MemberRole.options }',
    tests: LIMITS,
  },
  {
    breaks: 'an address gets more invitations than its limit',
    file: 'server/src/platform/mail/stranger-limit.ts',
    find: 'sent.address >= PER_ADDRESS',
    replace: 'sent.address > PER_ADDRESS',
    tests: LIMITS,
  },
  {
    breaks: 'an owner is made in a session that was left open',
    file: 'server/src/team/staff.ts',
    find: "if (role === 'owner') await caller.requireFreshSignIn()",
    replace: "if (role === 'agent') await caller.requireFreshSignIn()",
    tests: LIMITS,
  },
  {
    breaks: 'a code may be guessed without end',
    file: 'server/src/customer/account/codes.ts',
    find: 'const GUESSES = 5',
    replace: 'const GUESSES = 5000',
    tests: ACCOUNT,
  },
  {
    breaks: 'a code signs in to the account of a member',
    file: 'server/src/identity/accounts.ts',
    find: '       AND NOT EXISTS (SELECT 1 FROM memberships_of(u.id))\n',
    replace: '',
    tests: ACCOUNT,
  },
]
