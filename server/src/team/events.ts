import { z } from 'zod'
import { TeamView } from '#contracts/team/team.ts'
import type { Actor } from '#server/platform/actor.ts'
import { ActorPayload, domainEvent, presentActor } from '#server/platform/event.ts'

const TeamPayload = TeamView.meta({ id: 'Team' })

export const teamChanged = domainEvent({
  name: 'team.changed',
  version: 1,
  summary: 'A team was created, or its name or members changed.',
  payload: z.object({ team: TeamPayload }),
  toPayload: (facts: { team: TeamView }) => facts,
})

export const teamDeleted = domainEvent({
  name: 'team.deleted',
  version: 1,
  summary: 'A team was deleted; its unfinished tickets are assigned to no team.',
  payload: z.object({ team: TeamPayload, actor: ActorPayload }),
  toPayload: ({ team, actor }: { team: TeamView; actor: Actor }) => ({ team, actor: presentActor(actor) }),
})
