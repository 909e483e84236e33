import type { ApiScope } from '#contracts/api-key/scope.ts'
import type { MemberRole } from '#contracts/identity/role.ts'
import type { ApiKeyId, CustomerId, GuestId, SessionId, UserId } from '#contracts/ids.ts'

/** A person of the business, signed in, or a program with an API key that they made. */
export type Member = {
  kind: 'member'
  userId: UserId
  /** Of a program: the name of its key. */
  name: string
  email: string
  role: MemberRole
  /** The key of a program. */
  key?: { id: ApiKeyId; scopes: readonly ApiScope[] }
}
/** Anybody who is signed in, in their own account: a member, a customer with an account, the platform owner. */
export type SignedIn = { kind: 'account'; userId: UserId; name: string; email: string; sessionId: SessionId }
/** A customer, known by the portal's guest session. */
export type Guest = {
  kind: 'guest'
  guestId: GuestId
  isReturning: boolean
  /** The customer they are: by the verified e-mail of the account they are signed in with, or signed by the business's server, without one. */
  customer?: { id: CustomerId; userId: UserId | null }
  /** The business blocked the customer: what they write is refused, what they wrote stays open to them. */
  isBlocked?: true
}
/** The AI, acting for the tenant whose conversation it answers. */
export type Assistant = { kind: 'assistant' }
/** The system itself: jobs, migrations, demo data. */
export type System = { kind: 'system' }

/** The author of an act, by route, job, mail or tool. A policy gets an actor and nothing else of the caller. */
export type Actor = Member | Guest | Assistant | System

export const assistant: Assistant = { kind: 'assistant' }
export const system: System = { kind: 'system' }
