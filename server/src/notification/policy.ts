import * as m from '#i18n/messages.js'
import type { RoleRule } from '#server/platform/policy.ts'

/** The business's mail: its server, its outbox, its block list and the preview of its letters. */
export const MANAGE_MAIL: RoleRule = { least: 'admin', refusal: m.error_manage_mail }
