import type {
  ApiSettingsChange,
  ApiSettingsView,
  FirstProvider,
  ProviderChange,
  ProviderView,
  ResponsePriority,
  TokenPrice,
} from '#contracts/provider/api-settings.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import * as m from '#i18n/messages.js'
import { dollars, providerName } from './labels.ts'

/** Unsaved changes of a provider's settings; amounts as entered, in dollars. */
export type ProviderEdit = {
  key?: string
  isRemoved?: boolean
  model?: string
  baseUrl?: string
  inputPrice?: string
  outputPrice?: string
}

/** All unsaved changes; equal values are not in it. */
export type Draft = {
  providers: Partial<Record<ProviderId, ProviderEdit>>
  order?: ProviderId[]
  firstProvider?: FirstProvider
  responsePriority?: ResponsePriority
  tenantDaily?: string
  guestDaily?: string
  cheaperFrom?: string
}

export const EMPTY: Draft = { providers: {} }

export type ProviderForm = Required<ProviderEdit>

/** A provider's form values: stored values with the draft's changes. */
export function formOf(view: ProviderView, edit: ProviderEdit = {}): ProviderForm {
  return {
    key: '',
    isRemoved: false,
    model: view.model ?? '',
    baseUrl: view.baseUrl ?? '',
    inputPrice: view.customPrice ? dollars(view.customPrice.inputCents) : '',
    outputPrice: view.customPrice ? dollars(view.customPrice.outputCents) : '',
    ...edit,
  }
}

/** Budget form values: stored values with the draft's changes. */
export function budgetsOf(view: ApiSettingsView, draft: Draft) {
  const { tenantDailyCents, guestDailyCents, cheaperFromPercent } = view.budgets
  return {
    tenantDaily: draft.tenantDaily ?? (tenantDailyCents === null ? '' : dollars(tenantDailyCents)),
    guestDaily: draft.guestDaily ?? (guestDailyCents === null ? '' : dollars(guestDailyCents)),
    cheaperFrom: draft.cheaperFrom ?? String(cheaperFromPercent),
  }
}

/** Adds an edit to a draft, and removes values that equal the stored ones. */
export function edited(draft: Draft, view: ProviderView, patch: ProviderEdit): Draft {
  const plain = formOf(view)
  const all = { ...draft.providers[view.id], ...patch }
  const different = Object.entries(all).filter(([name, value]) => value !== plain[name as keyof ProviderForm])
  const providers = { ...draft.providers, [view.id]: Object.fromEntries(different) }
  if (different.length === 0) delete providers[view.id]
  return { ...draft, providers }
}

/** Whether saving would remove the stored key because the address has a new host. */
export const isMoved = (view: ProviderView, form: ProviderForm): boolean =>
  view.hasKey && view.baseUrl !== null && form.baseUrl.trim().replace(/\/+$/, '') !== view.baseUrl

/** Labels of the unsaved changes. */
export function unsavedOf(draft: Draft): string[] {
  const labels = Object.entries(draft.providers).flatMap(([id, edit]) => {
    const name = providerName(id as ProviderId)
    return [
      ...(edit.key ? [m.provider_unsaved_key({ name })] : []),
      ...(edit.isRemoved ? [m.provider_unsaved_removed({ name })] : []),
      ...(edit.model !== undefined ? [m.provider_unsaved_model({ name })] : []),
      ...(edit.baseUrl !== undefined ? [m.provider_unsaved_address()] : []),
      ...(edit.inputPrice !== undefined || edit.outputPrice !== undefined ? [m.provider_unsaved_price({ name })] : []),
    ]
  })
  if (draft.order || draft.firstProvider) labels.push(m.provider_order())
  if (draft.responsePriority) labels.push(m.provider_priority())
  if ([draft.tenantDaily, draft.guestDaily, draft.cheaperFrom].some((one) => one !== undefined))
    labels.push(m.provider_budgets())
  return labels
}

/** Errors by field: `openai.key`, `tenantDaily`. */
export type Faults = Record<string, string>

/** Dollars as typed, in cents; null for an empty field, undefined for an invalid amount. Accepts a comma as decimal point. */
export function centsOf(typed: string): number | null | undefined {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  if (!/^\d+(\.\d{1,6})?$/.test(text)) return undefined
  // Rounded, since dollars are not exact binary fractions: 0.29 × 100.
  return Math.round(Number(text) * 1e8) / 1e6
}

/** Request body of a draft, and its validation errors. */
export function changeOf(view: ApiSettingsView, draft: Draft): { change: ApiSettingsChange; faults: Faults } {
  const faults: Faults = {}
  const providers = view.providers
    .filter(({ id }) => draft.providers[id])
    .map((one) => providerChange(one, draft.providers[one.id] ?? {}, faults))
  const change: ApiSettingsChange = { providers }
  if (draft.order) change.order = draft.order
  if (draft.firstProvider) change.firstProvider = draft.firstProvider
  if (draft.responsePriority) change.responsePriority = draft.responsePriority
  const typed = budgetsOf(view, draft)
  const amount = (name: 'tenantDaily' | 'guestDaily') => {
    const cents = centsOf(typed[name])
    if (cents === undefined) faults[name] = m.provider_wrong_amount()
    return cents === undefined || cents === null ? null : Math.round(cents)
  }
  const percent = Number(typed.cheaperFrom)
  if (!Number.isInteger(percent) || percent < 1 || percent > 100) faults.cheaperFrom = m.provider_wrong_percent()
  if ([draft.tenantDaily, draft.guestDaily, draft.cheaperFrom].some((one) => one !== undefined))
    change.budgets = {
      tenantDailyCents: amount('tenantDaily'),
      guestDailyCents: amount('guestDaily'),
      cheaperFromPercent: percent,
    }
  return { change, faults }
}

function providerChange(view: ProviderView, edit: ProviderEdit, faults: Faults): ProviderChange {
  const change: ProviderChange = { provider: view.id }
  if (edit.isRemoved) change.key = null
  else if (edit.key) change.key = edit.key.trim()
  if (edit.model !== undefined) change.model = edit.model.trim()
  if (edit.baseUrl !== undefined) change.baseUrl = edit.baseUrl.trim()
  if (edit.inputPrice !== undefined || edit.outputPrice !== undefined) {
    const price = priceOf(view, edit, faults)
    if (price !== undefined) change.customPrice = price
  }
  return change
}

function priceOf(view: ProviderView, edit: ProviderEdit, faults: Faults): TokenPrice | null | undefined {
  const form = formOf(view, edit)
  const [inputCents, outputCents] = [centsOf(form.inputPrice), centsOf(form.outputPrice)]
  if (inputCents === undefined) faults[`${view.id}.inputPrice`] = m.provider_wrong_amount()
  if (outputCents === undefined) faults[`${view.id}.outputPrice`] = m.provider_wrong_amount()
  if (inputCents === undefined || outputCents === undefined) return undefined
  if (inputCents === null && outputCents === null) return null
  if (inputCents === null || outputCents === null) {
    faults[`${view.id}.${inputCents === null ? 'inputPrice' : 'outputPrice'}`] = m.provider_wrong_price()
    return undefined
  }
  return { inputCents, outputCents }
}

/** The server's errors by field: maps the index of a changed provider to its id. */
export function faultsFrom(fields: Record<string, string>, change: ApiSettingsChange): Faults {
  return Object.fromEntries(
    Object.entries(fields).map(([path, message]) => {
      const [, index, field] = /^providers\.(\d+)\.(\w+)/.exec(path) ?? []
      const provider = index === undefined ? undefined : change.providers[Number(index)]?.provider
      return [provider ? `${provider}.${field}` : path, message]
    }),
  )
}
