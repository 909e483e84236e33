import { z } from 'zod'
import { MemberRole } from '#contracts/identity/role.ts'
import { MemberView } from '#contracts/tenant/member.ts'
import { domainEvent } from '#server/platform/event.ts'
import { presentMember } from './present.ts'
import type { MemberRow } from './schema.ts'

export const memberChanged = domainEvent({
  name: 'member.changed',
  version: 1,
  summary: 'A member was added to the team, or got another name, e-mail or role.',
  payload: z.object({
    member: MemberView,
    previousRole: MemberRole.nullable().describe('Null for a member who was added'),
  }),
  toPayload: ({ before, after }: { before: MemberRow | null; after: MemberRow }) => ({
    member: presentMember(after),
    previousRole: before?.role ?? null,
  }),
})
