import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { MemberRole } from '#contracts/identity/role.ts'
import { UserId } from '#contracts/ids.ts'
import { Availability } from './availability.ts'

export const MemberView = z.object({
  id: UserId,
  name: z.string(),
  email: z.string(),
  role: MemberRole,
  availability: Availability,
})
export type MemberView = z.output<typeof MemberView>

/** The team, for assignment and mentions. A plan limits seats, so the list is short by rule (at most 1,000). */
export const listMembers = endpoint({
  method: 'GET',
  path: '/api/members',
  summary: 'The team',
  tag: 'tenant',
  access: 'member',
  rate: 'read',
  scope: 'team:read',
  reply: z.object({ items: z.array(MemberView) }),
})
