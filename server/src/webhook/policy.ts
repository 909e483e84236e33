import * as m from '#i18n/messages.js'
import type { RoleRule } from '#server/platform/policy.ts'

/** Owners and admins decide to which addresses events go: they hold what customers write. */
export const MANAGE_WEBHOOKS: RoleRule = { least: 'admin', refusal: m.error_webhooks_roles }
