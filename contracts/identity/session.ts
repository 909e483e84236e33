import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { TenantId, UserId } from '#contracts/ids.ts'
import { MemberRole, Role } from './role.ts'

export const SessionView = z.object({
  user: z
    .object({
      id: UserId,
      name: z.string(),
      email: z.string(),
      role: Role,
      memberRole: MemberRole.nullable(),
    })
    .nullable(),
  tenant: z
    .object({ id: TenantId, slug: z.string(), name: z.string(), primaryColor: z.string(), isDemo: z.boolean() })
    .nullable(),
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

/** Signs in with e-mail and password. `portal` is the form that was used: a customer's account is refused on the form for businesses (`reason: wrong_portal`). */
export const signIn = endpoint({
  method: 'POST',
  path: '/api/session',
  summary: 'Sign in with e-mail and password',
  tag: 'session',
  access: 'public',
  rate: 'signin',
  body: z.strictObject({
    email: z.string().trim().min(1, 'error_enter_own_email').max(254),
    password: z.string().min(1, 'error_enter_password').max(200),
    portal: z.enum(['business', 'customer']),
  }),
  reply: SessionView,
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
