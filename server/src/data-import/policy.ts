import * as m from '#i18n/messages.js'
import type { RoleRule } from '#server/platform/policy.ts'

/** Owners and admins move data in: it brings customers' data of many years, and undoing removes it. */
export const IMPORT_DATA: RoleRule = { least: 'admin', refusal: m.error_data_import_roles }
