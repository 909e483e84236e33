import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { requiredLine } from '#contracts/fields.ts'
import { ColorScheme } from '#contracts/identity/appearance.ts'
import { LANGUAGES } from '#contracts/languages.ts'
import { PortalParams } from '#contracts/tenant/portal.ts'
import { isTimezone } from '#contracts/tenant/settings.ts'

/** The cookie in which the language that a person chose is kept for this browser. */
export const LANGUAGE_COOKIE = 'segue_language'

const Timezone = z
  .string()
  .max(60)
  .regex(/^(?:UTC|[A-Z]\w+\/[\w/+-]+)$/, 'error_enter_timezone')
  .refine(isTimezone, 'error_enter_timezone')

export const CustomerSettingsView = z.object({
  name: z.string(),
  email: z.string(),
  /** Which ways a reply of the business reaches the customer; the portal shows it in any case. */
  notifications: z.object({ email: z.boolean(), push: z.boolean(), sms: z.boolean() }),
  /** Null: the browser's. */
  language: z.enum(LANGUAGES).nullable(),
  /** An IANA name; null: the device's. */
  timezone: z.string().nullable(),
  /** Null until the customer chooses: each device keeps its own. */
  theme: ColorScheme.nullable(),
  /** Whether the operator set up a gateway of text messages. */
  isSmsSetUp: z.boolean(),
  /** Whether the account also works for a business, or is the platform owner's. */
  isBusinessAccount: z.boolean(),
})
export type CustomerSettingsView = z.output<typeof CustomerSettingsView>

const Own = { tag: 'portal', access: 'guest', params: PortalParams } as const

/** Null for a guest who is not signed in. */
export const getCustomerSettings = endpoint({
  ...Own,
  method: 'GET',
  path: '/api/portal/:slug/settings',
  summary: 'The settings of the signed-in customer',
  rate: 'read',
  reply: z.object({ settings: CustomerSettingsView.nullable() }),
})

/** What is left out stays. Forbidden (reason `signed_out`) for a guest who is not signed in. The language is stored in a cookie of this browser too. */
export const changeCustomerSettings = endpoint({
  ...Own,
  method: 'PATCH',
  path: '/api/portal/:slug/settings',
  summary: 'Change the settings of the signed-in customer',
  rate: 'guestWrite',
  body: z.strictObject({
    name: requiredLine(100, 'error_enter_own_name').optional(),
    notifications: z.strictObject({ email: z.boolean(), push: z.boolean(), sms: z.boolean() }).partial().optional(),
    language: z.enum(LANGUAGES).optional(),
    timezone: Timezone.nullable().optional(),
    theme: ColorScheme.optional(),
  }),
  reply: CustomerSettingsView,
})
