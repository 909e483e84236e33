import type { ApiSettingsChange, ApiSettingsView, ProviderChange } from '#contracts/provider/api-settings.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { joined, type Text, text } from '#server/platform/text/message.ts'
import { lockTenant, recordActivity, startOfDayIn } from '#server/tenant/service.ts'
import { decryptKey, encryptKey, keyEndOf } from './api-key.ts'
import { budgetDay } from './budget.ts'
import { modelsChanged } from './events.ts'
import { providerName } from './models.ts'
import { CONFIGURE_PROVIDERS } from './policy.ts'
import { presentSettings } from './present.ts'
import { invalidateProviderSettings, loadProviderSettings, type ProviderSettings } from './provider-settings.ts'
import { listProviderRows, listSpending, sumAttempts, upsertPolicy, upsertProvider } from './queries.ts'
import type { ProviderRow } from './schema.ts'

/** Shown when stored keys do not read back as they were given. */
const NOT_SAVED = m.error_provider_not_saved

/** The settings as owners and admins see them: keys masked, with today's cost. Throws forbidden for others. */
export async function readApiSettings(tenant: Tenant, actor: Member): Promise<ApiSettingsView> {
  requireRole(actor, CONFIGURE_PROVIDERS)
  return tenant.read(async (t) => {
    const settings = await loadProviderSettings(t)
    const [sums, spending] = await Promise.all([
      sumAttempts(t, startOfDayIn(settings.timezone, t.now)),
      listSpending(t, budgetDay(settings.timezone, t.now), [t.tenantId]),
    ])
    return presentSettings(tenant, settings, sums, spending[0]?.microCents ?? 0, t.now)
  })
}

/**
 * Saves a change, all or nothing. The keys are read back, decrypted and compared, in the transaction and again after it.
 * Throws forbidden, invalid_input, and `unavailable` with the reason `not_saved` when a stored key differs from the given one.
 */
export async function saveApiSettings(
  tenant: Tenant,
  actor: Member,
  change: ApiSettingsChange,
): Promise<ApiSettingsView> {
  requireRole(actor, CONFIGURE_PROVIDERS)
  assertProvidersValid(change.providers)
  const expected = await tenant.tx(async (t) => {
    await lockTenant(t)
    const settings = await loadProviderSettings(t)
    const keys = new Map<ProviderId, string | null>()
    for (const one of change.providers) {
      const { row, key } = applyProviderChange(
        tenant,
        t,
        settings.providers.get(one.provider) ?? emptyRow(t, one.provider),
        one,
      )
      if (key !== undefined) keys.set(one.provider, key)
      await upsertProvider(t, row)
    }
    await savePolicy(t, settings, change, actor)
    await assertKeysStored(tenant, t, keys)
    await recordActivity(t, actor, { action: activityTextOf(change), type: 'api_settings_update' })
    await t.emit(modelsChanged, {})
    return keys
  })
  invalidateProviderSettings(tenant)
  await tenant.read((t) => assertKeysStored(tenant, t, expected))
  return readApiSettings(tenant, actor)
}

function assertProvidersValid(changes: readonly ProviderChange[]): void {
  const faults = changes.flatMap((one, index): [string, Text][] => {
    if (changes.findIndex((other) => other.provider === one.provider) !== index)
      return [[`body.providers.${index}.provider`, m.error_provider_twice]]
    if (one.baseUrl && one.provider !== 'custom')
      return [[`body.providers.${index}.baseUrl`, m.error_provider_own_address]]
    return []
  })
  if (faults.length > 0) throw invalid(Object.fromEntries(faults))
}

export const emptyRow = (t: Tx, provider: ProviderId): ProviderRow => ({
  tenantId: t.tenantId,
  provider,
  encryptedKey: null,
  keyEnd: null,
  keyChangedAt: null,
  status: 'untested',
  checkedAt: null,
  model: null,
  baseUrl: null,
  inputCents: null,
  outputCents: null,
})

/** The row after a change, and the key it must then hold (null: none; undefined: unchanged). */
function applyProviderChange(
  tenant: Tenant,
  t: Tx,
  before: ProviderRow,
  change: ProviderChange,
): { row: ProviderRow; key: string | null | undefined } {
  const row = { ...before }
  let key = change.key === '' ? undefined : change.key
  if (change.model !== undefined) row.model = change.model || null
  if (change.customPrice !== undefined) {
    row.inputCents = change.customPrice?.inputCents ?? null
    row.outputCents = change.customPrice?.outputCents ?? null
  }
  if (change.baseUrl !== undefined) row.baseUrl = change.baseUrl?.replace(/\/+$/, '') || null
  const isMoved = row.baseUrl !== before.baseUrl
  // A changed address drops the key: the server at the new address must not receive it.
  if (isMoved && key === undefined) key = null
  if (key !== undefined) {
    row.encryptedKey = key === null ? null : encryptKey(tenant, change.provider, key)
    row.keyEnd = key === null ? null : keyEndOf(key)
    row.keyChangedAt = new Date(Math.max(t.now.getTime(), (before.keyChangedAt?.getTime() ?? 0) + 1))
  }
  if (key !== undefined || (row.model !== before.model && before.status === 'unknown_model')) {
    row.status = 'untested'
    row.checkedAt = null
  }
  return { row, key }
}

async function savePolicy(t: Tx, settings: ProviderSettings, change: ApiSettingsChange, by: Member): Promise<void> {
  const { guestDailyCents, tenantDailyCents, cheaperFromPercent } = change.budgets ?? settings.budgets
  await upsertPolicy(
    t,
    {
      tenantId: t.tenantId,
      providerOrder: [...new Set(change.order ?? settings.order)],
      firstProvider: change.firstProvider ?? settings.firstProvider,
      responsePriority: change.responsePriority ?? settings.responsePriority,
      guestDailyCents,
      tenantDailyCents,
      cheaperFromPercent,
    },
    by,
  )
}

/** Reads every given key back, decrypts and compares it. */
async function assertKeysStored(
  tenant: Tenant,
  t: Tx,
  expected: ReadonlyMap<ProviderId, string | null>,
): Promise<void> {
  const rows = new Map((await listProviderRows(t)).map((row) => [row.provider, row]))
  for (const [provider, key] of expected) {
    const encrypted = rows.get(provider)?.encryptedKey ?? null
    if (!isKeyStored(tenant, provider, encrypted, key))
      throw new AppError('unavailable', NOT_SAVED, { reason: 'not_saved' })
  }
}

function isKeyStored(tenant: Tenant, provider: ProviderId, encrypted: string | null, key: string | null): boolean {
  if (encrypted === null || key === null) return encrypted === key
  try {
    return decryptKey(tenant, provider, encrypted) === key
  } catch {
    return false
  }
}

/** The activity text names the changed settings, never their values. */
function activityTextOf({ providers, ...rest }: ApiSettingsChange): Text {
  const keys = providers.filter((one) => one.key || one.key === null).map((one) => providerName(one.provider))
  const parts = [
    ...(keys.length > 0 ? [text(m.activity_api_keys, { providers: keys.join(', ') })] : []),
    ...(rest.order || rest.firstProvider ? [m.activity_api_order] : []),
    ...(rest.budgets ? [m.activity_api_budgets] : []),
  ]
  return parts.length > 0
    ? text(m.activity_api_settings_parts, { parts: joined(parts, '; ') })
    : m.activity_api_settings
}
