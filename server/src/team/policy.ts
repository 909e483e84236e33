import type { MemberRole } from '#contracts/identity/role.ts'
import * as m from '#i18n/messages.js'
import type { Actor } from '#server/platform/actor.ts'
import { hasRole, type RoleRule } from '#server/platform/policy.ts'
import type { Text } from '#server/platform/text/message.ts'

/** Owners and admins invite, change roles and remove members. */
export const MANAGE_STAFF: RoleRule = { least: 'admin', refusal: m.error_team_roles }
/** Owners and admins create, change and delete teams. */
export const EDIT_TEAMS: RoleRule = { least: 'admin', refusal: m.error_teams_roles }

const OWNER: RoleRule = { least: 'owner', refusal: m.error_team_owner_only }

/** The names of the roles. */
export const ROLE_NAMES: Record<MemberRole, Text> = {
  owner: m.team_role_owner,
  admin: m.team_role_admin,
  agent: m.team_role_agent,
}

/** The roles an actor may give: an admin makes no owners. */
export function grantableRoles(actor: Actor): MemberRole[] {
  if (hasRole(actor, OWNER)) return ['owner', 'admin', 'agent']
  return hasRole(actor, MANAGE_STAFF) ? ['admin', 'agent'] : []
}

/** Whether an actor may manage a member with this role: only an owner manages owners. */
export const canManage = (actor: Actor, role: MemberRole): boolean => grantableRoles(actor).includes(role)
