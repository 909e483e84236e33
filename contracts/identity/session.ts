import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { TenantId, UserId } from '#contracts/ids.ts'
import { LANGUAGES } from '#contracts/languages.ts'
import { AppearanceView } from './appearance.ts'
import { MemberRole, Role } from './role.ts'

export const SessionView = z.object({
  user: z
    .object({
      id: UserId,
      name: z.string(),
      email: z.string(),
      role: Role,
      memberRole: MemberRole.nullable(),
      emailVerified: z.boolean(),
      /** Of the desk's pages, and of mails about the account. */
      language: z.enum(LANGUAGES),
      /** Signed up, and still without a business of their own. */
      needsOnboarding: z.boolean(),
      appearance: AppearanceView,
    })
    .nullable(),
  tenant: z
    .object({ id: TenantId, slug: z.string(), name: z.string(), primaryColor: z.string(), isDemo: z.boolean() })
    .nullable(),
  /** Every active business the person works for, for the switcher; `tenant` is one of them. */
  tenants: z.array(z.object({ id: TenantId, slug: z.string(), name: z.string(), role: MemberRole })),
  /**
   * Why somebody who worked for a business has none any more; `support_ended`: the platform owner's access to it is over; `deleted`: there is
   * no such business any more, and `name` is empty.
   */
  endedMembership: z
    .object({ name: z.string(), reason: z.enum(['removed', 'suspended', 'deleted', 'support_ended']) })
    .nullable(),
  /** The portal address of the active business where who works for none was a customer last. */
  lastPortal: z.string().nullable(),
})
export type SessionView = z.output<typeof SessionView>

/** Who is signed in here; `user` is null where nobody is. Answers 503, never a role, when the session cannot be read. */
export const getSession = endpoint({
  method: 'GET',
  path: '/api/session',
  summary: 'Who is signed in',
  tag: 'session',
  access: 'public',
  rate: 'read',
  reply: SessionView,
})

/**
 * Signs in with email and password. `portal` is the form that was used: a customer's account is refused on the form for businesses
 * (`reason: wrong_portal`). `isCodeNeeded`: the password was right, two-factor is on, and nobody is signed in before `signInWithCode`.
 */
export const signIn = endpoint({
  method: 'POST',
  path: '/api/session',
  summary: 'Sign in with email and password',
  tag: 'session',
  access: 'public',
  rate: 'signin',
  body: z.strictObject({
    email: z.string().trim().min(1, 'error_enter_own_email').max(254),
    password: z.string().min(1, 'error_enter_password').max(200),
    portal: z.enum(['business', 'customer']),
  }),
  reply: SessionView.extend({ isCodeNeeded: z.boolean() }),
})

/** Works for another business of the signed-in person from now on, in this session. Streams end; open pages load anew. */
export const switchTenant = endpoint({
  method: 'PUT',
  path: '/api/session/tenant',
  summary: 'Work for another of your businesses',
  tag: 'session',
  access: 'account',
  rate: 'write',
  body: z.strictObject({ tenantId: TenantId }),
  reply: SessionView,
})

/** Proves by the password that the session is still its person's; dangerous acts want that within 15 minutes (`reason: stale_sign_in`). */
export const confirmSignIn = endpoint({
  method: 'POST',
  path: '/api/session/confirmation',
  summary: 'Confirm the sign-in by the password',
  tag: 'session',
  access: 'account',
  rate: 'signin',
  body: z.strictObject({ password: z.string().min(1, 'error_enter_password').max(200) }),
  reply: z.object({ isConfirmed: z.literal(true) }),
})

/** Ends this session only; sessions on other devices stay. */
export const signOut = endpoint({
  method: 'DELETE',
  path: '/api/session',
  summary: 'Sign out here',
  tag: 'session',
  access: 'public',
  rate: 'write',
  reply: z.object({ signedOut: z.literal(true) }),
})
