import type { FirstProvider, ResponsePriority } from '#contracts/provider/api-settings.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import type { SettingsChange, SettingsView } from '#contracts/tenant/settings.ts'
import * as m from '#i18n/messages.js'

type Part = 'businessInfo' | 'aiSettings' | 'customerExperience' | 'support' | 'notifications'

/** Which model answers: kept with the providers' keys. */
export type ModelDraft = {
  model?: { provider: ProviderId; name: string }
  responsePriority?: ResponsePriority
  firstProvider?: FirstProvider
}

/** All unsaved changes; values that equal the stored ones are not in it. */
export type Draft = { [P in Part]?: Partial<SettingsView[P]> } & { embedOrigins?: string[]; models?: ModelDraft }

export const EMPTY: Draft = {}

const labels: Record<keyof Draft, () => string> = {
  businessInfo: m.settings_business,
  aiSettings: m.settings_ai,
  models: m.settings_ai,
  customerExperience: m.settings_experience,
  support: m.settings_support,
  notifications: m.settings_notifications,
  embedOrigins: m.settings_sites,
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** A part's values in the form: the stored ones with the draft's. */
export const valuesOf = <P extends Part>(view: SettingsView, draft: Draft, part: P): SettingsView[P] => ({
  ...view[part],
  ...draft[part],
})

/** Adds changes of a part, and removes values that equal the stored ones. */
export function edited<P extends Part>(
  draft: Draft,
  view: SettingsView,
  part: P,
  patch: Partial<SettingsView[P]>,
): Draft {
  const stored = view[part] as Record<string, unknown>
  const all = Object.entries({ ...draft[part], ...patch }).filter(([name, value]) => !isSame(value, stored[name]))
  const { [part]: _, ...rest } = draft
  return (all.length > 0 ? { ...rest, [part]: Object.fromEntries(all) } : rest) as Draft
}

/** Labels of the unsaved cards. */
export const unsavedOf = (draft: Draft): string[] => [
  ...new Set((Object.keys(draft) as (keyof Draft)[]).map((part) => labels[part]())),
]

/** The request of a draft; null where nothing of the business's settings changed. */
export function changeOf(view: SettingsView, { models: _, embedOrigins, ...parts }: Draft): SettingsChange | null {
  const origins = embedOrigins?.map((one) => one.trim().toLowerCase().replace(/\/+$/, '')).filter((one) => one !== '')
  if (Object.keys(parts).length === 0 && !origins) return null
  return { version: view.version, ...parts, ...(origins ? { embedOrigins: origins } : {}) } as SettingsChange
}

/** Labels of the cards that somebody else changed between two versions. */
export const changedParts = (before: SettingsView, after: SettingsView): string[] => [
  ...new Set(
    (Object.keys(labels) as (keyof Draft)[])
      .filter((part) => part !== 'models' && !isSame(before[part], after[part]))
      .map((part) => labels[part]()),
  ),
]
