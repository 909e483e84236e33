import type { PlantedFault } from './fault.ts'

const ATTACKS = ['server/test/abuse.proof.test.ts']

export const faults: PlantedFault[] = [
  {
    breaks: 'a sign-up with an invented gift token tells whether an address has an account',
    file: 'server/src/signup/create-business.ts',
    find: 'const grant = await provenPlan(t, given.proof, owner.email)\n  const ownerId = await owner.create(t)',
    replace: 'const ownerId = await owner.create(t)\n  const grant = await provenPlan(t, given.proof, owner.email)',
    tests: ATTACKS,
  },
  {
    breaks: 'a sign-in leads to another site whose name stands after dots',
    file: 'web/src/sign-in/destination.ts',
    find: " || url.pathname.startsWith('//')",
    replace: '',
    tests: ['web/src/sign-in/sign-in.test.ts'],
  },
  {
    breaks: 'a page of a site whose address begins like ours may change things',
    file: 'server/src/platform/route/origin.ts',
    find: 'if (!allowed.includes(origin))',
    replace: 'if (!allowed.some((one) => origin.startsWith(one)))',
    tests: ATTACKS,
  },
  {
    breaks: 'the mail server of a business may be on this machine',
    file: 'server/src/platform/mail/checked-smtp.ts',
    find: "kind === 'refused' || (kind === 'loopback' && !allowLoopback)",
    replace: "kind === 'refused'",
    tests: ATTACKS,
  },
  {
    breaks: 'a session goes on after its account’s password was reset',
    file: 'server/src/identity/password-reset.ts',
    find: "    await t.sql('DELETE FROM auth.session WHERE user_id = $1', [userId])\n",
    replace: '',
    tests: ATTACKS,
  },
]
