import { z } from 'zod'
import { MemberRole } from '#contracts/identity/role.ts'
import { UserId } from '#contracts/ids.ts'
import { FloodKind } from '#contracts/tenant/flood.ts'
import { MemberView } from '#contracts/tenant/member.ts'
import type { Actor } from '#server/platform/actor.ts'
import { ActorPayload, domainEvent, presentActor } from '#server/platform/event.ts'
import { presentMember } from './present.ts'
import type { MemberRow } from './schema.ts'

export type MemberRemovedFacts = { member: MemberRow; handOverTo: UserId | null; actor: Actor }

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

export const memberRemoved = domainEvent({
  name: 'member.removed',
  version: 1,
  summary: 'A member left the business or was removed; their unfinished tickets go to another member or to nobody.',
  payload: z.object({
    member: MemberView,
    handOverTo: UserId.nullable().describe('Who gets their unfinished tickets; null for nobody'),
    actor: ActorPayload,
  }),
  toPayload: ({ member, handOverTo, actor }: MemberRemovedFacts) => ({
    member: presentMember(member),
    handOverTo,
    actor: presentActor(actor),
  }),
})

/** `fields`: which fields of the business's record, where its settings were saved. */
type SettingsChangedFacts = { parts: readonly string[]; fields?: readonly string[] }

export const settingsChanged = domainEvent({
  name: 'settings.changed',
  version: 1,
  summary: 'Settings of the business were changed.',
  payload: z.object({
    parts: z.array(z.string()).describe('Which parts: `businessInfo`, `aiSettings`, `branding`, …'),
  }),
  toPayload: ({ parts }: SettingsChangedFacts) => ({ parts: [...parts] }),
})

export const floodHeldBack = domainEvent({
  name: 'flood.held_back',
  version: 1,
  summary:
    'Requests of guests are held back because they are too many, or the space for files is full. At most once an hour.',
  payload: z.object({ what: FloodKind }),
  toPayload: (facts: { what: FloodKind }) => facts,
})
