import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  getWidgetSettings,
  type WidgetSettings as Settings,
  saveWidgetSettings,
  type WidgetSettingsView,
} from '#contracts/tenant/widget-settings.ts'
import * as m from '#i18n/messages.js'
import { saveWithRetries } from '#web/admin/settings/save-with-retries.ts'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows, SaveBar } from '#web/ui/parts.tsx'
import { LookFields } from './look-fields.tsx'
import { OfferFields } from './offer-fields.tsx'
import { PreChatFields } from './pre-chat-fields.tsx'
import { Preview } from './preview.tsx'
import styles from './widget.module.css'

const widgetQuery = queryOptions({
  queryKey: ['settings', 'widget'],
  queryFn: ({ signal }) => call(getWidgetSettings, {}, { signal }),
  retry: 1,
})

/** The fields of one card: what is shown, why the server refused it by field, and how it is changed. */
export type WidgetCard = {
  settings: Settings
  faults: Record<string, string>
  onChange: (patch: Partial<Settings>) => void
}

/** How the widget looks, where it is shown, what it offers and what a chat asks first, with a preview. */
export function WidgetSettings() {
  const { data, error, refetch } = useQuery(widgetQuery)
  if (data) return <Form view={data} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <LoadingRows label={m.common_loading()} rows={4} height={56} />
}

const labels: Record<keyof Settings, () => string> = {
  position: m.widget_settings_position,
  side: m.widget_settings_side,
  bottom: m.widget_settings_bottom,
  pages: m.widget_settings_pages,
  offers: m.widget_settings_offers,
  preChat: m.widget_settings_prechat,
}

/** The lines of the paths are kept as they are typed until then. */
const withoutEmptyLines = ({ pages, ...rest }: Settings): Settings => ({
  ...rest,
  pages: { ...pages, paths: pages.paths.map((one) => one.trim()).filter(Boolean) },
})

function Form({ view }: { view: WidgetSettingsView }) {
  const client = useQueryClient()
  const [draft, setDraft] = useState<Partial<Settings>>({})
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const settings = { ...view.settings, ...draft }
  const unsaved = (Object.keys(draft) as (keyof Settings)[]).map((name) => labels[name]())
  const store = (next: WidgetSettingsView) => client.setQueryData(widgetQuery.queryKey, next)
  const save = async () => {
    setSaving(true)
    setProblem(null)
    setFaults({})
    try {
      const body = { version: view.version, settings: withoutEmptyLines(settings) }
      store(await saveWithRetries(() => call(saveWidgetSettings, { body })))
      setDraft({})
      notify.success(m.widget_settings_saved())
    } catch (error) {
      if (error instanceof CallError) {
        const entries = Object.entries(error.fields)
        setFaults(Object.fromEntries(entries.map(([path, fault]) => [path.replace(/^settings\./, ''), fault])))
        if (error.code === 'conflict' && error.current) store(error.current as WidgetSettingsView)
      }
      setProblem(`${m.settings_save_failed()} ${failureText(error)}`)
    }
    setSaving(false)
  }
  const card: WidgetCard = { settings, faults, onChange: (patch) => setDraft((before) => ({ ...before, ...patch })) }
  return (
    <SettingsCard id="widget" title={m.widget_settings_title()} text={m.widget_settings_text()}>
      <div className={styles.settings}>
        <div className={styles.fields}>
          <LookFields {...card} />
          <OfferFields {...card} isOff={!view.hasOffers} />
          <PreChatFields {...card} isForced={view.isContactRequired} />
        </div>
        <Preview settings={withoutEmptyLines(settings)} isContactRequired={view.isContactRequired} />
      </div>
      <SaveBar
        unsaved={unsaved.length > 0 ? unsaved.join(', ') : null}
        problem={problem}
        isSaving={isSaving}
        onSave={() => void save()}
        onDiscard={() => {
          setDraft({})
          setFaults({})
          setProblem(null)
        }}
      />
    </SettingsCard>
  )
}
