import type { InvitationId, TeamId, UserId } from '#contracts/ids.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { invite } from './invitations.ts'
import { createTeam } from './teams.ts'

const NO_REQUEST = { address: null, requestId: null, requireFreshSignIn: async () => undefined }

/** An open invitation; gives its id. */
export async function makeInvitation(tenant: Tenant, actor: Member): Promise<InvitationId> {
  const id = crypto.randomUUID() as InvitationId
  await invite(tenant, actor, NO_REQUEST, { id, email: `i${id.slice(0, 13)}@example.com`, role: 'agent' })
  return id
}

/** A team with these members; gives its id. */
export async function makeTeam(tenant: Tenant, actor: Member, memberIds: UserId[]): Promise<TeamId> {
  const id = crypto.randomUUID() as TeamId
  await createTeam(tenant, actor, { id, name: `Team ${id}`, memberIds, ticketLimit: null })
  return id
}
