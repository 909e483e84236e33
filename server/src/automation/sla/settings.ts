import type { SlaPolicy, SlaSettingsView } from '#contracts/automation/sla.ts'
import * as m from '#i18n/messages.js'
import { EDIT_AUTOMATION } from '#server/automation/policy.ts'
import { deleteUnfinishedSla, findSetting, saveSlaSetting } from '#server/automation/queries.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasRole, requireRole } from '#server/platform/policy.ts'
import { readTenant, recordActivity } from '#server/tenant/service.ts'
import { DEFAULT_SLA } from './defaults.ts'
import { recalculateSla } from './recalculate.ts'

async function viewSettings(t: Tx, actor: Member): Promise<SlaSettingsView> {
  const [setting, { businessInfo }] = await Promise.all([findSetting(t), readTenant(t)])
  return {
    isOn: setting?.slaIsOn ?? false,
    policy: setting?.slaPolicy ?? DEFAULT_SLA,
    version: setting?.slaVersion ?? 1,
    hasHours: businessInfo.businessHours.days.length > 0,
    can: { edit: hasRole(actor, EDIT_AUTOMATION) },
  }
}

/** The agreed times of the business, and whether this member may change them. */
export const readSlaSettings = (tenant: Tenant, actor: Member): Promise<SlaSettingsView> =>
  tenant.read((t) => viewSettings(t, actor))

type Save = { version: number; isOn: boolean; policy: SlaPolicy }

/**
 * Changes the agreed times, or switches them on or off. They begin with tickets that are created from then on; those that have begun are
 * calculated anew, and end without them. Throws forbidden, and conflict with the current settings where somebody saved since `version`.
 */
export function saveSlaSettings(tenant: Tenant, actor: Member, { version, ...given }: Save): Promise<SlaSettingsView> {
  requireRole(actor, EDIT_AUTOMATION)
  return tenant.tx(async (t) => {
    if (!(await saveSlaSetting(t, version, given)))
      throw conflict(m.error_sla_changed, { reason: 'version', current: await viewSettings(t, actor) })
    if (given.isOn) await t.enqueue(recalculateSla, { tenantId: t.tenantId })
    else await deleteUnfinishedSla(t)
    const action = given.isOn ? m.activity_sla_on : m.activity_sla_off
    await recordActivity(t, actor, { action, type: 'automation' })
    return viewSettings(t, actor)
  })
}
