import type { SettingsChange, SettingsView } from '#contracts/tenant/settings.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { joined, type Text, text } from '#server/platform/text/message.ts'
import { recordActivity } from '#server/tenant/activity.ts'
import { settingsChanged } from '#server/tenant/events.ts'
import { EDIT_SETTINGS } from '#server/tenant/policy.ts'
import { portalUrlOf } from '#server/tenant/portal-address/portal-url.ts'
import { mergeSettings } from '#server/tenant/queries.ts'
import { getTenant, readTenant } from '#server/tenant/reads.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import { confirmedSupportEmail } from '#server/tenant/support-email.ts'

const presentSettings = (row: TenantRow): SettingsView => ({
  version: row.version,
  businessInfo: row.businessInfo,
  isSupportEmailConfirmed: confirmedSupportEmail(row) !== '',
  aiSettings: row.aiSettings,
  customerExperience: row.customerExperience,
  support: row.support,
  notifications: row.notifications,
  embedOrigins: row.embedOrigins,
  updatedAt: row.updatedAt.toISOString(),
})

/** The settings of the business. Throws forbidden for an agent. */
export async function readSettings(tenant: Tenant, actor: Member): Promise<SettingsView> {
  requireRole(actor, EDIT_SETTINGS)
  return presentSettings(await getTenant(tenant))
}

/**
 * Changes settings, all or nothing; the company's name becomes the name of the business everywhere. Throws forbidden, and conflict with
 * the current settings where somebody saved since `version`.
 */
export async function saveSettings(
  tenant: Tenant,
  actor: Member,
  { version, ...change }: SettingsChange,
): Promise<SettingsView> {
  requireRole(actor, EDIT_SETTINGS)
  return tenant.tx(async (t) => {
    const row = await mergeSettings(t, version, change)
    if (!row) throw conflict(m.error_settings_changed, { current: presentSettings(await readTenant(t)) })
    const parts = Object.keys(change) as SettingsPart[]
    const action = text(m.activity_settings, {
      parts: joined(
        parts.map((part) => PARTS[part]),
        ', ',
      ),
    })
    await recordActivity(t, actor, { action, type: 'settings_update' })
    await t.emit(settingsChanged, { parts, fields: Object.keys(change.businessInfo ?? {}) })
    return presentSettings(row)
  })
}

type SettingsPart = keyof Omit<SettingsChange, 'version'>

const PARTS: Record<SettingsPart, Text> = {
  businessInfo: m.settings_business,
  aiSettings: m.settings_ai,
  customerExperience: m.settings_experience,
  support: m.settings_support,
  notifications: m.settings_notifications,
  embedOrigins: m.settings_sites,
}

/** The address of the portal, and an entry in the activity log that it was asked for. */
export async function generatePortalUrl(tenant: Tenant, actor: Member): Promise<{ url: string }> {
  requireRole(actor, EDIT_SETTINGS)
  const row = await tenant.tx(async (t) => {
    await recordActivity(t, actor, { action: m.activity_portal_url, type: 'settings_update' })
    return readTenant(t)
  })
  return { url: portalUrlOf(tenant.platform, row) }
}
