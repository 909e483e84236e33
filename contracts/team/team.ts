import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { requiredLine } from '#contracts/fields.ts'
import { TeamId, UserId } from '#contracts/ids.ts'

/** A group of members to which tickets can be assigned: "Billing", "Night shift". */
export const TeamView = z.object({
  id: TeamId,
  name: z.string(),
  memberIds: z.array(UserId),
  /**
   * Its waiting tickets are assigned to its available members in turn, to nobody with so many open tickets or more; null where they wait
   * for who takes them.
   */
  ticketLimit: z.number().int().nullable(),
})
export type TeamView = z.output<typeof TeamView>

export const MAX_TEAMS = 50

const Write = { tag: 'team', access: 'member', rate: 'write' } as const
const ById = z.object({ teamId: TeamId })
const Content = {
  name: requiredLine(60, 'error_enter_team_name'),
  memberIds: z.array(UserId).max(200),
  ticketLimit: z
    .number()
    .int()
    .min(1, 'error_enter_ticket_limit')
    .max(500, 'error_enter_ticket_limit')
    .nullable()
    .default(null),
}

/** The teams, by name: for the assignment of tickets and for Settings. */
export const listTeams = endpoint({
  method: 'GET',
  path: '/api/teams',
  summary: 'The teams',
  tag: 'team',
  access: 'member',
  rate: 'read',
  scope: 'team:read',
  reply: z.object({ items: z.array(TeamView) }),
})

export const createTeam = endpoint({
  ...Write,
  method: 'POST',
  path: '/api/teams',
  summary: 'Create a team',
  idempotent: true,
  status: 201,
  body: z.strictObject({ id: TeamId, ...Content }),
  reply: TeamView,
})

/** Changes name, members and assignment in turn of a team. */
export const changeTeam = endpoint({
  ...Write,
  method: 'PATCH',
  path: '/api/teams/:teamId',
  summary: 'Change a team',
  params: ById,
  body: z.strictObject(Content),
  reply: TeamView,
})

/** Deletes a team; its unfinished tickets are then assigned to no team, their members stay. */
export const deleteTeam = endpoint({
  ...Write,
  method: 'DELETE',
  path: '/api/teams/:teamId',
  summary: 'Delete a team',
  params: ById,
  reply: z.object({ deleted: z.literal(true) }),
})
