import type { PlantedFault } from './fault.ts'

export const faults: PlantedFault[] = [
  {
    breaks: 'a link that sets a password works as often as it is opened',
    file: 'server/src/identity/one-time-tokens.ts',
    find: 'kind = ANY($2) AND used_at IS NULL AND expires_at > $3 RETURNING',
    replace: 'kind = ANY($2) AND expires_at > $3 RETURNING',
    tests: ['server/src/identity/account.test.ts'],
  },
  {
    breaks: 'a recovery code signs in twice',
    file: 'server/src/identity/two-factor/recovery-codes.ts',
    find: 'code_hash = $2 AND used_at IS NULL RETURNING',
    replace: 'code_hash = $2 RETURNING',
    tests: ['server/src/identity/two-factor/two-factor.test.ts'],
  },
  {
    breaks: 'a code of the app that somebody saw is accepted again',
    file: 'server/src/identity/two-factor/totp.ts',
    find: 'AND (totp_step IS NULL OR totp_step < $2) RETURNING',
    replace: 'RETURNING',
    tests: ['server/src/identity/two-factor/two-factor.test.ts'],
  },
  {
    breaks: 'an unverified email at the provider takes over an account',
    file: 'server/src/identity/openid/sign-in.ts',
    find: "if (!identity.isEmailVerified) return 'unverified'",
    replace: '',
    tests: ['server/src/identity/openid/openid.test.ts'],
  },
  {
    breaks:
      'who made an account with an address of somebody else keeps their password and session after its owner proved it',
    file: 'server/src/identity/prove-email.ts',
    find: "['account', 'session', 'recovery_code']",
    replace: "['recovery_code']",
    tests: ['server/src/identity/account.test.ts', 'server/src/customer/account/account.test.ts'],
  },
  {
    breaks: 'a mailed code signs in to the account of a suspended business’s team',
    file: 'server/src/identity/accounts.ts',
    find: 'WHERE NOT e.is_removed)',
    replace: 'WHERE e.is_removed)',
    tests: ['server/src/customer/account/account.test.ts'],
  },
  {
    breaks: 'a browser keeps the push messages of who used it before',
    file: 'server/src/notification/push-devices.ts',
    find: 'await deletePushSubscriptionAt(t, given.endpoint)',
    replace: '',
    tests: ['server/src/notification/preferences.test.ts'],
  },
  {
    breaks: 'a session switches to any business',
    file: 'server/src/identity/memberships.ts',
    find: 'WHERE id = $1 AND EXISTS (SELECT 1 FROM memberships_of(user_id) m WHERE m.tenant_id = $2) RETURNING id',
    replace: 'WHERE id = $1 RETURNING id',
    tests: ['server/src/identity/accounts.test.ts'],
  },
  {
    breaks: 'somebody ends the sessions of others',
    file: 'server/src/identity/own-sessions.ts',
    find: 'WHERE id = $1 AND user_id = $2 RETURNING id',
    replace: 'WHERE id = $1 AND $2::uuid IS NOT NULL RETURNING id',
    tests: ['server/src/identity/account.test.ts'],
  },
  {
    breaks: 'an account without any profile is refused as one of the other portal',
    file: 'server/src/identity/finish-sign-in.ts',
    find: "? 'wrong_portal' : 'no_profile'",
    replace: "? 'wrong_portal' : 'wrong_portal'",
    tests: ['server/src/identity/sign-in.test.ts'],
  },
  {
    breaks: 'the session of who worked for a deleted business does not say that it was deleted',
    file: 'server/src/identity/reads.ts',
    find: ' AND NOT EXISTS (SELECT 1 FROM deleted_tenant_of(id))',
    replace: '',
    tests: ['server/src/identity/accounts.test.ts'],
  },
]
