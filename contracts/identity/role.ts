import { z } from 'zod'

export const MemberRole = z.enum(['owner', 'admin', 'agent'])
export type MemberRole = z.output<typeof MemberRole>

/** A role to give to somebody, the least first: what a form begins with. */
export const GivenRole = z.enum(['agent', 'admin', 'owner'])

/** Role of a signed-in person; decides where `/` leads. */
export const Role = z.enum(['super-admin', 'business-admin', 'agent', 'customer'])
export type Role = z.output<typeof Role>
