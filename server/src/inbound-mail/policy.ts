import * as m from '#i18n/messages.js'
import type { RoleRule } from '#server/platform/policy.ts'

/** All mails that the business received, also those that are in no ticket. */
export const SEE_ALL_MAILS: RoleRule = { least: 'admin', refusal: m.error_manage_mail }
