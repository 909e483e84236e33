import type { BrandImageId } from '#contracts/ids.ts'
import type { BrandingChange, BrandingView } from '#contracts/tenant/branding.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { text } from '#server/platform/text/message.ts'
import { recordActivity } from '#server/tenant/activity.ts'
import { settingsChanged } from '#server/tenant/events.ts'
import type { PlanFeatures } from '#server/tenant/plan-features.ts'
import { EDIT_SETTINGS } from '#server/tenant/policy.ts'
import { presentBranding } from '#server/tenant/present.ts'
import { readTenant } from '#server/tenant/reads.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import { topicsOf } from '#server/tenant/topics.ts'
import { removeUnusedImages } from './images.ts'
import { findBrandImage, updateBranding } from './queries.ts'

type Plan = PlanFeatures<'customBranding'>

const present = async (t: Tx, row: TenantRow, plan: Plan): Promise<BrandingView> => ({
  version: row.version,
  branding: presentBranding(row),
  topics: topicsOf(row),
  hasOwnTopics: row.portalTopics !== null,
  texts: row.portalTexts,
  customBranding: await plan.access(t, 'customBranding'),
})

/** How the portal looks and what it says. Throws forbidden for an agent. */
export async function readBranding(tenant: Tenant, actor: Member, plan: Plan): Promise<BrandingView> {
  requireRole(actor, EDIT_SETTINGS)
  return tenant.read(async (t) => present(t, await readTenant(t), plan))
}

/**
 * Changes how the portal looks and what it says, all or nothing. Throws forbidden, plan_limit for colour, logo or favicon without custom
 * branding, and conflict with the current state where somebody saved since `version`.
 */
export async function saveBranding(
  tenant: Tenant,
  actor: Member,
  { version, topics, texts, ...look }: BrandingChange,
  plan: Plan,
): Promise<BrandingView> {
  requireRole(actor, EDIT_SETTINGS)
  return tenant.tx(async (t) => {
    const { welcomeMessage: _, ...branded } = look
    if (Object.values(branded).some((one) => one !== undefined)) await plan.require(t, 'customBranding')
    await assertStored(t, look)
    const before = await readTenant(t)
    const branding = { ...before.branding, ...withoutUndefined(look) }
    const row = await updateBranding(t, version, {
      branding,
      ...(topics === undefined ? {} : { portalTopics: topics }),
      ...(texts === undefined ? {} : { portalTexts: texts }),
    })
    if (!row) throw conflict(m.error_settings_changed, { current: await present(t, before, plan) })
    await removeUnusedImages(t, [branding.logo, branding.favicon])
    const action = text(m.activity_settings, { parts: m.settings_branding })
    await recordActivity(t, actor, { action, type: 'settings_update' })
    await t.emit(settingsChanged, { parts: ['branding'] })
    return present(t, row, plan)
  })
}

/** Throws invalid_input that names every picture that is not stored. */
async function assertStored(t: Tx, look: { logo?: BrandImageId | null; favicon?: BrandImageId | null }): Promise<void> {
  const missing: Record<string, typeof m.error_brand_image_gone> = {}
  for (const name of ['logo', 'favicon'] as const) {
    const id = look[name]
    if (id && !(await findBrandImage(t, id))) missing[`body.${name}`] = m.error_brand_image_gone
  }
  if (Object.keys(missing).length > 0) throw invalid(missing)
}

const withoutUndefined = <T extends object>(values: T): Partial<{ [K in keyof T]: Exclude<T[K], undefined> }> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
