import { request } from '@playwright/test'
import type { WidgetSettings, WidgetSettingsView } from '#contracts/tenant/widget-settings.ts'
import { memberOf, type Segue, sessionOf } from './segue.ts'

/** Which demo business has other settings of its widget in a test; the first one is the other tests'. */
const BUSINESS = 1

export const ownerOfOther = (segue: Segue) => memberOf(segue, 'owner', BUSINESS)
export const slugOfOther = (segue: Segue): string =>
  new URL(segue.businesses[BUSINESS]?.supportUrl ?? '').searchParams.get('tenant') ?? ''

/** Runs with changed settings of the widget, and puts the ones before back. */
export async function withWidgetSettings(
  segue: Segue,
  change: Partial<WidgetSettings>,
  run: () => Promise<void>,
): Promise<void> {
  const before = await changeWidget(segue, (settings) => ({ ...settings, ...change }))
  try {
    await run()
  } finally {
    await changeWidget(segue, () => before)
  }
}

/** Saves changed settings as the owner. Gives the ones before. */
async function changeWidget(segue: Segue, next: (before: WidgetSettings) => WidgetSettings): Promise<WidgetSettings> {
  const api = await request.newContext({
    baseURL: segue.url,
    extraHTTPHeaders: { origin: segue.url },
    storageState: { cookies: await sessionOf(segue, ownerOfOther(segue)), origins: [] },
  })
  const { version, settings } = (await (await api.get('/api/settings/widget')).json()) as WidgetSettingsView
  const saved = await api.put('/api/settings/widget', { data: { version, settings: next(settings) } })
  if (!saved.ok()) throw new Error(await saved.text())
  await api.dispose()
  return settings
}
