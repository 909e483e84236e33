import { and, eq } from 'drizzle-orm'
import type { WidgetSecretView } from '#contracts/tenant/widget-secret.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { deriveKey } from '#server/platform/secrets/encrypt.ts'
import { recordActivity } from './activity.ts'
import { EDIT_SETTINGS } from './policy.ts'
import { getTenant, readTenant } from './reads.ts'
import { type TenantRow, tenant as tenantTable } from './schema.ts'

/** So long the secret before is valid beside a new one: the business puts it on all its servers meanwhile. */
const OVERLAP_MS = 86_400_000

/** Marks the secret as one, for people and for scanners of source code. */
const PREFIX = 'segue_ws_'

const secretOf = ({ masterKey }: Platform, { id }: TenantRow, generation: number): string =>
  `${PREFIX}${deriveKey(masterKey, `widget secret ${id} ${generation}`).toString('base64url')}`

const previousUntil = ({ widgetSecretGeneration, widgetSecretAt }: TenantRow, now: Date): Date | null => {
  if (widgetSecretGeneration < 2 || !widgetSecretAt) return null
  const until = new Date(widgetSecretAt.getTime() + OVERLAP_MS)
  return until > now ? until : null
}

/** The secrets that sign identities now: the newest, and the one before for a day; none before the first was made. */
export function widgetSecretsOf(platform: Platform, row: TenantRow, now: Date): string[] {
  const { widgetSecretGeneration: newest } = row
  if (newest === 0) return []
  return [newest, ...(previousUntil(row, now) ? [newest - 1] : [])].map((one) => secretOf(platform, row, one))
}

const present = (row: TenantRow, now: Date): WidgetSecretView => ({
  generation: row.widgetSecretGeneration,
  createdAt: row.widgetSecretAt?.toISOString() ?? null,
  previousUntil: previousUntil(row, now)?.toISOString() ?? null,
})

/** When the widget secret was made. Throws forbidden for an agent. */
export async function readWidgetSecret(tenant: Tenant, actor: Member): Promise<WidgetSecretView> {
  requireRole(actor, EDIT_SETTINGS)
  return present(await getTenant(tenant), tenant.platform.clock.now())
}

/**
 * Makes a new widget secret and gives it, once: nothing is stored but its number. Throws forbidden for an agent, and conflict where another
 * one was made since `generation`.
 */
export async function createWidgetSecret(
  tenant: Tenant,
  actor: Member,
  generation: number,
): Promise<WidgetSecretView & { secret: string }> {
  requireRole(actor, EDIT_SETTINGS)
  return tenant.tx(async (t) => {
    const [row] = await t.db
      .update(tenantTable)
      .set({ widgetSecretGeneration: generation + 1, widgetSecretAt: t.now })
      .where(and(eq(tenantTable.id, t.tenantId), eq(tenantTable.widgetSecretGeneration, generation)))
      .returning()
    if (!row) throw conflict(m.error_widget_secret_changed, { current: present(await readTenant(t), t.now) })
    await recordActivity(t, actor, { action: m.activity_widget_secret, type: 'settings_update' })
    return { ...present(row, t.now), secret: secretOf(tenant.platform, row, row.widgetSecretGeneration) }
  })
}
