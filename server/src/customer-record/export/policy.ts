import * as m from '#i18n/messages.js'
import type { RoleRule } from '#server/platform/policy.ts'

/** Owners and admins take a person's data out of the business: the file holds what every member wrote about them. */
export const EXPORT_CUSTOMERS: RoleRule = { least: 'admin', refusal: m.error_export_customer_roles }
