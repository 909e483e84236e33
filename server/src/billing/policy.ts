import * as m from '#i18n/messages.js'
import type { RoleRule } from '#server/platform/policy.ts'

/** Payments, invoices and the plan are for those who run the business. */
export const MANAGE_BILLING: RoleRule = { least: 'admin', refusal: m.error_billing_roles }
