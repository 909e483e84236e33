import type { MemberRole } from '#contracts/identity/role.ts'
import type { Availability } from '#contracts/tenant/availability.ts'
import * as m from '#i18n/messages.js'

const roles: Record<MemberRole, () => string> = {
  owner: m.team_role_owner,
  admin: m.team_role_admin,
  agent: m.team_role_agent,
}
export const roleLabel = (role: MemberRole): string => roles[role]()

const meanings: Record<MemberRole, () => string> = {
  owner: m.team_role_owner_text,
  admin: m.team_role_admin_text,
  agent: m.team_role_agent_text,
}
/** What a role may do, in one sentence. */
export const roleMeaning = (role: MemberRole): string => meanings[role]()

export const availabilityLabel = (value: Availability): string =>
  value === 'away' ? m.team_away() : m.team_available()
