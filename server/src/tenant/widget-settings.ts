import type { WidgetSettings, WidgetSettingsView } from '#contracts/tenant/widget-settings.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { text } from '#server/platform/text/message.ts'
import { recordActivity } from './activity.ts'
import { settingsChanged } from './events.ts'
import { EDIT_SETTINGS } from './policy.ts'
import { updateWidget } from './queries.ts'
import { getTenant, readTenant } from './reads.ts'
import type { TenantRow } from './schema.ts'
import { widgetSettingsOf } from './widget-defaults.ts'

const present = (row: TenantRow): WidgetSettingsView => ({
  version: row.version,
  settings: widgetSettingsOf(row),
  // Settings of before the switch existed have none: it was on.
  hasOffers: row.customerExperience.enableProactiveSupport !== false,
  isContactRequired: !row.customerExperience.allowAnonymous,
})

/** How the widget appears. Throws forbidden for an agent. */
export async function readWidgetSettings(tenant: Tenant, actor: Member): Promise<WidgetSettingsView> {
  requireRole(actor, EDIT_SETTINGS)
  return present(await getTenant(tenant))
}

/**
 * Changes how the widget appears, all or nothing. Throws forbidden for an agent, and conflict with the current settings where somebody saved
 * since `version`.
 */
export async function saveWidgetSettings(
  tenant: Tenant,
  actor: Member,
  { version, settings }: { version: number; settings: WidgetSettings },
): Promise<WidgetSettingsView> {
  requireRole(actor, EDIT_SETTINGS)
  return tenant.tx(async (t) => {
    const row = await updateWidget(t, version, settings)
    if (!row) throw conflict(m.error_settings_changed, { current: present(await readTenant(t)) })
    const action = text(m.activity_settings, { parts: m.links_widget })
    await recordActivity(t, actor, { action, type: 'settings_update' })
    await t.emit(settingsChanged, { parts: ['widget'] })
    return present(row)
  })
}
