import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  type CustomerSettingsView,
  type changeCustomerSettings,
  LANGUAGE_COOKIE,
} from '#contracts/customer/customer-settings.ts'
import * as m from '#i18n/messages.js'
import { customerChanged } from '#server/customer/events.ts'
import { lockCustomerRow, updateCustomer } from '#server/customer/queries.ts'
import { getCustomer } from '#server/customer/reads.ts'
import type { CustomerPreferences } from '#server/customer/schema.ts'
import { type Account, changeProfile, readAccount } from '#server/identity/service.ts'
import type { Guest } from '#server/platform/actor.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'

const YEAR_SECONDS = 365 * 24 * 3600

type Change = z.output<typeof changeCustomerSettings.body>
type Web = { request: FastifyRequest; reply: FastifyReply }

/** The settings of the customer who is signed in; null for a guest. */
export async function readSettings(
  tenant: Tenant,
  { customer }: Guest,
  { request }: Web,
): Promise<CustomerSettingsView | null> {
  const account = customer && (await readAccount(tenant.platform, request))
  if (!customer || !account) return null
  const { preferences } = await tenant.read((t) => getCustomer(t, customer.id))
  return present(tenant.platform, account, preferences)
}

/**
 * Changes them; what is left out stays. A name is the account's, at every business, and this business's name for the customer. Throws
 * forbidden (reason `signed_out`) for a guest.
 */
export async function changeSettings(
  tenant: Tenant,
  actor: Guest,
  { name, notifications, ...given }: Change,
  { request, reply }: Web,
): Promise<CustomerSettingsView> {
  const { platform } = tenant
  const { customer, account } = await signedIn(platform, actor, request)
  const preferences = await tenant.tx(async (t) => {
    const row = await lockCustomerRow(t, customer.id)
    if (!row) throw notFound('customer')
    const chosen: CustomerPreferences = { ...row.preferences, ...defined({ ...notifications }), ...defined(given) }
    const after = await updateCustomer(t, row.id, { preferences: chosen, ...(name ? { name } : {}) })
    if (after.name !== row.name) await t.emit(customerChanged, { customer: after, previousName: row.name })
    return chosen
  })
  const { language } = given
  if (name || language) await changeProfile(platform, { kind: 'account', ...account }, { name, language })
  if (language) reply.setCookie(LANGUAGE_COOKIE, language, { path: '/', sameSite: 'lax', maxAge: YEAR_SECONDS })
  return present(platform, { ...account, name: name ?? account.name }, preferences)
}

async function signedIn(platform: Platform, { customer }: Guest, request: FastifyRequest) {
  const account = customer && (await readAccount(platform, request))
  if (!customer || !account) throw forbidden(m.error_portal_signed_out, { reason: 'signed_out' })
  return { customer, account }
}

const present = (
  { config }: Platform,
  { name, email, membership, platformRole }: Account,
  { email: byMail = true, push = false, sms = true, language, timezone, theme }: CustomerPreferences,
): CustomerSettingsView => ({
  name,
  email,
  notifications: { email: byMail, push, sms },
  language: language ?? null,
  timezone: timezone ?? null,
  theme: theme ?? null,
  isSmsSetUp: config.sms !== null,
  isBusinessAccount: membership !== null || platformRole !== null,
})

const defined = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
