import type { RoleRule } from '#server/platform/policy.ts'

/** Keys cost money and give access to accounts, so that only owners and admins see and change the AI settings. */
export const CONFIGURE_PROVIDERS: RoleRule = {
  least: 'admin',
  refusal: 'API settings are open to owners and admins only. Ask an owner or admin of your team.',
}
