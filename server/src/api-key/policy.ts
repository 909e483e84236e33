import type { ApiScope } from '#contracts/api-key/scope.ts'
import type { MemberRole } from '#contracts/identity/role.ts'
import * as m from '#i18n/messages.js'
import type { RoleRule } from '#server/platform/policy.ts'

/** Owners and admins make and revoke keys: a key reads what they allow it, without them. */
export const MANAGE_API_KEYS: RoleRule = { least: 'admin', refusal: m.error_api_keys_roles }

/** The role with which a key acts at an endpoint of a scope: the least that the scope's endpoints need. */
export const ROLE_OF_SCOPE: Readonly<Record<ApiScope, Exclude<MemberRole, 'owner'>>> = {
  'tickets:read': 'agent',
  'tickets:write': 'agent',
  'tickets:send': 'agent',
  'customers:read': 'agent',
  'customers:write': 'agent',
  'knowledge:read': 'agent',
  'knowledge:write': 'admin',
  'analytics:read': 'agent',
  'team:read': 'agent',
  'webhooks:manage': 'admin',
}

/** Whether a member of this role may let a key have the scopes: nobody passes on more than they have. */
export const mayPassOn = (role: MemberRole, scopes: readonly ApiScope[]): boolean =>
  role !== 'agent' || scopes.every((scope) => ROLE_OF_SCOPE[scope] === 'agent')
