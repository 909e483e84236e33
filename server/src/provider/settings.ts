import type { ProviderId } from '#contracts/provider/provider.ts'
import type { ApiSettingsChange, ApiSettingsView, ProviderChange } from '#contracts/provider/settings.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { lockTenant, midnightIn, recordActivity } from '#server/tenant/service.ts'
import { dayOf } from './budget.ts'
import { modelsChanged } from './events.ts'
import { endOf, openKey, sealKey } from './key.ts'
import { nameOf } from './models.ts'
import { mustConfigure } from './policy.ts'
import { presentSettings } from './present.ts'
import { listProviderRows, listSpending, sumAttempts, upsertPolicy, upsertProvider } from './queries.ts'
import type { ProviderRow } from './schema.ts'
import { forgetSetup, readSetup, type Setup } from './setup.ts'

/** The seeds' words for keys that were not kept (P3). */
const NOT_SAVED =
  'CRITICAL ERROR: API Keys NOT Saved! This would break your customer support. Please try again or contact support immediately.'

/** The settings as owners and admins see them: keys masked, with what today has cost. Throws forbidden for others. */
export async function readSettings(tenant: Tenant, actor: Member): Promise<ApiSettingsView> {
  mustConfigure(actor)
  return tenant.read(async (t) => {
    const setup = await readSetup(t)
    const [sums, spending] = await Promise.all([
      sumAttempts(t, midnightIn(setup.timezone, t.now)),
      listSpending(t, dayOf(setup.timezone, t.now), [t.tenantId]),
    ])
    return presentSettings(tenant, setup, sums, spending[0]?.microCents ?? 0, t.now)
  })
}

/**
 * Saves what a change names, all or nothing. The keys are read back, decrypted and compared, in the transaction and again after it
 * (R7). Throws forbidden, invalid_input, and `unavailable` with the reason `not_saved` when what was stored is not what was given.
 */
export async function saveSettings(tenant: Tenant, actor: Member, change: ApiSettingsChange): Promise<ApiSettingsView> {
  mustConfigure(actor)
  refuseMisplaced(change.providers)
  const expected = await tenant.tx(async (t) => {
    await lockTenant(t)
    const setup = await readSetup(t)
    const keys = new Map<ProviderId, string | null>()
    for (const one of change.providers) {
      const { row, key } = changed(tenant, t, setup.providers.get(one.provider) ?? emptyRow(t, one.provider), one)
      if (key !== undefined) keys.set(one.provider, key)
      await upsertProvider(t, row)
    }
    await savePolicy(t, setup, change, actor)
    await compare(tenant, t, keys)
    await recordActivity(t, actor, { action: toldOf(change), type: 'api_settings_update' })
    await t.emit(modelsChanged, {})
    return keys
  })
  forgetSetup(tenant)
  await tenant.read((t) => compare(tenant, t, expected))
  return readSettings(tenant, actor)
}

function refuseMisplaced(changes: readonly ProviderChange[]): void {
  const faults = changes.flatMap((one, index): [string, string][] => {
    if (changes.findIndex((other) => other.provider === one.provider) !== index)
      return [[`body.providers.${index}.provider`, 'This provider is named twice.']]
    if (one.baseUrl && one.provider !== 'custom')
      return [[`body.providers.${index}.baseUrl`, 'Only the custom provider has an address of its own.']]
    return []
  })
  if (faults.length > 0) throw invalid(Object.fromEntries(faults))
}

const emptyRow = (t: Tx, provider: ProviderId): ProviderRow => ({
  tenantId: t.tenantId,
  provider,
  sealedKey: null,
  keyEnd: null,
  keyChangedAt: null,
  status: 'untested',
  checkedAt: null,
  model: null,
  baseUrl: null,
  inputCents: null,
  outputCents: null,
})

/** A row after a change, and the key it must then hold (null: none); undefined where the key stays as it was. */
function changed(
  tenant: Tenant,
  t: Tx,
  before: ProviderRow,
  change: ProviderChange,
): { row: ProviderRow; key: string | null | undefined } {
  const row = { ...before }
  let key = change.key === '' ? undefined : change.key
  if (change.model !== undefined) row.model = change.model || null
  if (change.ownPrice !== undefined) {
    row.inputCents = change.ownPrice?.inputCents ?? null
    row.outputCents = change.ownPrice?.outputCents ?? null
  }
  if (change.baseUrl !== undefined) row.baseUrl = change.baseUrl?.replace(/\/+$/, '') || null
  const isMoved = row.baseUrl !== before.baseUrl
  // A key is for the address it was entered for: at another one, somebody else would read it.
  if (isMoved && key === undefined) key = null
  if (key !== undefined) {
    row.sealedKey = key === null ? null : sealKey(tenant, change.provider, key)
    row.keyEnd = key === null ? null : endOf(key)
    row.keyChangedAt = new Date(Math.max(t.now.getTime(), (before.keyChangedAt?.getTime() ?? 0) + 1))
  }
  if (key !== undefined || (row.model !== before.model && before.status === 'unknown_model')) {
    row.status = 'untested'
    row.checkedAt = null
  }
  return { row, key }
}

async function savePolicy(t: Tx, setup: Setup, change: ApiSettingsChange, by: Member): Promise<void> {
  const { guestDailyCents, tenantDailyCents, cheaperFromPercent } = change.budgets ?? setup.budgets
  await upsertPolicy(
    t,
    {
      tenantId: t.tenantId,
      providerOrder: [...new Set(change.order ?? setup.order)],
      responsePriority: change.responsePriority ?? setup.responsePriority,
      guestDailyCents,
      tenantDailyCents,
      cheaperFromPercent,
    },
    by,
  )
}

/** Reads every key that was given back, decrypts and compares it. */
async function compare(tenant: Tenant, t: Tx, expected: ReadonlyMap<ProviderId, string | null>): Promise<void> {
  const rows = new Map((await listProviderRows(t)).map((row) => [row.provider, row]))
  for (const [provider, key] of expected) {
    const sealed = rows.get(provider)?.sealedKey ?? null
    if (!isKept(tenant, provider, sealed, key)) throw new AppError('unavailable', NOT_SAVED, { reason: 'not_saved' })
  }
}

function isKept(tenant: Tenant, provider: ProviderId, sealed: string | null, key: string | null): boolean {
  if (sealed === null || key === null) return sealed === key
  try {
    return openKey(tenant, provider, sealed) === key
  } catch {
    return false
  }
}

/** For the activity log: what was changed, never what it was changed to. */
function toldOf({ providers, ...rest }: ApiSettingsChange): string {
  const keys = providers.filter((one) => one.key || one.key === null).map((one) => nameOf(one.provider))
  const parts = [
    ...(keys.length > 0 ? [`keys of ${keys.join(', ')}`] : []),
    ...(rest.order ? ['order'] : []),
    ...(rest.budgets ? ['budgets'] : []),
  ]
  return parts.length > 0 ? `API settings updated: ${parts.join('; ')}` : 'API settings updated'
}
