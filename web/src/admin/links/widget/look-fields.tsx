import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { WidgetSettings } from '#contracts/tenant/widget-settings.ts'
import * as m from '#i18n/messages.js'
import shared from '#web/admin/settings/settings.module.css'
import type { WidgetCard } from './settings.tsx'
import styles from './widget.module.css'

/** Corner and distances of the button, and the pages that show it. */
export function LookFields({ settings, faults, onChange }: WidgetCard) {
  const { position, pages } = settings
  const distance = (name: 'side' | 'bottom', label: string) => (
    <TextInput
      type="number"
      min={0}
      max={200}
      label={label}
      value={typedNumber(settings[name])}
      onChange={(event) => onChange({ [name]: event.currentTarget.valueAsNumber })}
      error={faults[name]}
    />
  )
  return (
    <section className={styles.part}>
      <NativeSelect
        label={m.widget_settings_position()}
        value={position}
        data={[
          { value: 'right', label: m.widget_settings_right() },
          { value: 'left', label: m.widget_settings_left() },
        ]}
        onChange={(event) => onChange({ position: event.currentTarget.value as WidgetSettings['position'] })}
      />
      <div className={shared.pair}>
        {distance('side', m.widget_settings_side())}
        {distance('bottom', m.widget_settings_bottom())}
      </div>
      <NativeSelect
        label={m.widget_settings_pages()}
        value={pages.shown}
        data={[
          { value: 'everywhere', label: m.widget_settings_everywhere() },
          { value: 'only', label: m.widget_settings_only() },
          { value: 'except', label: m.widget_settings_except() },
        ]}
        onChange={(event) =>
          onChange({ pages: { ...pages, shown: event.currentTarget.value as WidgetSettings['pages']['shown'] } })
        }
      />
      {pages.shown !== 'everywhere' && (
        <Textarea
          label={m.widget_settings_paths()}
          description={m.widget_settings_paths_help()}
          minRows={3}
          spellCheck={false}
          value={pages.paths.join('\n')}
          onChange={(event) => onChange({ pages: { ...pages, paths: event.currentTarget.value.split('\n') } })}
          error={Object.entries(faults).find(([path]) => path.startsWith('pages.'))?.[1]}
        />
      )}
    </section>
  )
}

/** An emptied field is no number. */
export const typedNumber = (value: number): number | '' => (Number.isNaN(value) ? '' : value)
