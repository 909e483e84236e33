import type { TeamId, UserId } from '#contracts/ids.ts'
import { MAX_TEAMS, type TeamView } from '#contracts/team/team.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import { createOnce } from '#server/platform/db/create-once.ts'
import { sqlState } from '#server/platform/db/database-errors.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { type Text, text } from '#server/platform/text/message.ts'
import { lockTenant, recordActivity } from '#server/tenant/service.ts'
import { teamChanged, teamDeleted } from './events.ts'
import { EDIT_TEAMS } from './policy.ts'
import {
  findTeamRow,
  insertTeam,
  listTeamRows,
  lockTeamRow,
  replaceTeamMembers,
  type TeamWithMembers,
  updateTeam,
} from './queries.ts'
import type { TeamRow } from './schema.ts'

type Content = { name: string; memberIds: UserId[]; ticketLimit: number | null }

/** The teams of a business, by name. */
export const listTeams = (tenant: Tenant): Promise<TeamWithMembers[]> => tenant.read(listTeamRows)

/** A team to which tickets can be assigned; throws not_found for a deleted one. */
export async function getTeam(t: Tx, id: TeamId): Promise<TeamRow> {
  const row = await findTeamRow(t, id)
  if (!row) throw notFound('team')
  return row
}

/** Creates a team. Throws conflict where the name is taken or the business has the most teams. */
export const createTeam = (tenant: Tenant, actor: Member, given: { id: TeamId } & Content): Promise<TeamView> => {
  requireRole(actor, EDIT_TEAMS)
  return uniqueName(() =>
    createOnce(tenant, {
      create: async (t) => {
        await lockTenant(t)
        if ((await listTeamRows(t)).length >= MAX_TEAMS)
          throw conflict(text(m.error_too_many_teams, { max: MAX_TEAMS }))
        const { id, name, ticketLimit } = given
        await insertTeam(t, { tenantId: t.tenantId, id, name, ticketLimit, createdAt: t.now, deletedAt: null })
        return write(t, actor, given, text(m.activity_team_created, { team: given.name }))
      },
      findSame: async (t) => {
        const same = (await listTeamRows(t)).find(({ id }) => id === given.id)
        const isSame =
          same?.name === given.name &&
          same.ticketLimit === given.ticketLimit &&
          same.memberIds.toSorted().join() === given.memberIds.toSorted().join()
        return isSame ? same : null
      },
      conflict: () => conflict(m.error_team_id_taken),
    }),
  )
}

/** Changes name, members and assignment in turn of a team. */
export const changeTeam = (tenant: Tenant, actor: Member, id: TeamId, given: Content): Promise<TeamView> => {
  requireRole(actor, EDIT_TEAMS)
  return uniqueName(() =>
    tenant.tx(async (t) => {
      if (!(await lockTeamRow(t, id))) throw notFound('team')
      await updateTeam(t, id, { name: given.name, ticketLimit: given.ticketLimit })
      return write(t, actor, { id, ...given }, text(m.activity_team_changed, { team: given.name }))
    }),
  )
}

async function write(
  t: Tx,
  actor: Member,
  { id, name, memberIds, ticketLimit }: { id: TeamId } & Content,
  action: Text,
) {
  const team = { id, name, ticketLimit, memberIds: await replaceTeamMembers(t, id, memberIds) }
  if (team.memberIds.length < new Set(memberIds).size) throw invalid({ 'body.memberIds': m.error_team_unknown_member })
  await recordActivity(t, actor, { action, type: 'team_changed' })
  await t.emit(teamChanged, { team })
  return team
}

/** Deletes a team; by the event its unfinished tickets lose it in the same transaction. */
export const deleteTeam = (tenant: Tenant, actor: Member, id: TeamId): Promise<void> => {
  requireRole(actor, EDIT_TEAMS)
  return tenant.tx(async (t) => {
    const row = await lockTeamRow(t, id)
    if (!row) throw notFound('team')
    await replaceTeamMembers(t, id, [])
    await updateTeam(t, id, { deletedAt: t.now })
    await recordActivity(t, actor, { action: text(m.activity_team_deleted, { team: row.name }), type: 'team_deleted' })
    await t.emit(teamDeleted, { team: { id, name: row.name, ticketLimit: row.ticketLimit, memberIds: [] }, actor })
  })
}

async function uniqueName<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (violates(error)) throw conflict(m.error_team_name_taken, { reason: 'name_taken', cause: error })
    throw error
  }
}
const violates = (error: unknown): boolean => sqlState(error) === '23505'
