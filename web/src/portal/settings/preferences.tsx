import type { CustomerSettingsView } from '#contracts/customer/customer-settings.ts'
import type { ColorScheme } from '#contracts/identity/appearance.ts'
import { LANGUAGES, type Language } from '#contracts/languages.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { Select } from '#web/kit/field.tsx'
import { Card } from '#web/kit/surface.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { failureText } from '#web/lib/failure-text.ts'
import { showTimesIn } from '#web/lib/format.ts'
import { setTheme, useTheme } from '#web/lib/theme.ts'
import styles from './settings.module.css'
import type { SaveSettings, SettingsChange } from './settings-page.tsx'

type Props = { portal: PortalView; settings: CustomerSettingsView; onSave: SaveSettings }

/** Language, time zone and theme: stored at once, and in effect at once; another language loads the page again. */
export function Preferences({ portal, settings, onSave }: Props) {
  const [theme] = useTheme()
  const save = async (change: SettingsChange, onSaved: () => void) => {
    try {
      await onSave(change)
      onSaved()
      showToast(m.portal_settings_saved(), 'success')
    } catch (error) {
      showToast(failureText(error), 'error')
    }
  }
  return (
    <Card aria-labelledby="preferences">
      <h2 id="preferences" className={styles.title}>
        {m.portal_settings_preferences()}
      </h2>
      <div className={styles.form}>
        <Select
          label={m.portal_settings_language()}
          options={languages(settings.language)}
          value={settings.language ?? ''}
          onChange={({ target }) => void save({ language: target.value as Language }, () => location.reload())}
        />
        <Select
          label={m.portal_settings_timezone()}
          options={timezones(portal, settings.timezone)}
          value={settings.timezone ?? ''}
          onChange={({ target }) => {
            const timezone = target.value || null
            void save({ timezone }, () => showTimesIn(timezone))
          }}
        />
        <Select
          label={m.portal_settings_theme()}
          options={[
            { value: 'light', label: m.common_theme_light() },
            { value: 'dark', label: m.common_theme_dark() },
            { value: 'auto', label: m.common_theme_auto() },
          ]}
          value={theme}
          onChange={({ target }) => {
            const chosen = target.value as ColorScheme
            // Before it is stored: a theme is looked at.
            setTheme(chosen)
            void save({ theme: chosen }, () => undefined)
          }}
        />
      </div>
    </Card>
  )
}

/** Each language by its own name. Once one is chosen, the browser's is no choice any more. */
function languages(chosen: Language | null): { value: string; label: string }[] {
  const own = LANGUAGES.map((code) => ({
    value: code,
    label: new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code,
  }))
  return chosen ? own : [{ value: '', label: m.portal_settings_language_device() }, ...own]
}

const USUAL: readonly [zone: string, label: () => string][] = [
  ['America/New_York', m.portal_settings_zone_eastern],
  ['America/Los_Angeles', m.portal_settings_zone_pacific],
  ['UTC', m.portal_settings_zone_gmt],
]

/** The device's, the business's, the usual ones, then all the others by name. */
function timezones({ name, businessInfo }: PortalView, chosen: string | null): { value: string; label: string }[] {
  const nameOf = (zone: string) => zone.replaceAll('_', ' ')
  const usual = USUAL.map(([value, label]) => ({ value, label: label() }))
  const own = {
    value: businessInfo.timezone,
    label: m.portal_settings_zone_business({ zone: nameOf(businessInfo.timezone), business: name }),
  }
  const first = [own, ...usual.filter(({ value }) => value !== own.value)]
  const rest = [...new Set([...(chosen ? [chosen] : []), ...Intl.supportedValuesOf('timeZone')])]
    .filter((zone) => !first.some(({ value }) => value === zone))
    .map((zone) => ({ value: zone, label: nameOf(zone) }))
  return [{ value: '', label: m.portal_settings_timezone_device() }, ...first, ...rest]
}
