import { NativeSelect, Switch } from '@mantine/core'
import type { PreChat } from '#contracts/tenant/widget-settings.ts'
import * as m from '#i18n/messages.js'
import shared from '#web/admin/settings/settings.module.css'
import type { WidgetCard } from './settings.tsx'
import styles from './widget.module.css'

const ASKED: PreChat = { name: 'optional', email: 'required' }

/** What a chat asks before it begins. `isForced`: the settings of the business refuse anonymous chats. */
export function PreChatFields({ settings: { preChat }, onChange, isForced }: WidgetCard & { isForced: boolean }) {
  const optional = { value: 'optional', label: m.widget_settings_field_optional() }
  const required = { value: 'required', label: m.widget_settings_field_required() }
  return (
    <section className={styles.part} aria-labelledby="widget-prechat">
      <h3 id="widget-prechat">{m.widget_settings_prechat()}</h3>
      <p className={shared.cardText}>{m.widget_settings_prechat_text()}</p>
      {isForced && <p className={shared.cardText}>{m.widget_settings_prechat_forced()}</p>}
      <Switch
        label={m.widget_settings_prechat_on()}
        checked={preChat !== null}
        onChange={(event) => onChange({ preChat: event.currentTarget.checked ? ASKED : null })}
      />
      {preChat && (
        <div className={shared.pair}>
          <NativeSelect
            label={m.widget_settings_name()}
            value={preChat.name}
            data={[{ value: 'off', label: m.widget_settings_field_off() }, optional, required]}
            onChange={(event) =>
              onChange({ preChat: { ...preChat, name: event.currentTarget.value as PreChat['name'] } })
            }
          />
          <NativeSelect
            label={m.widget_settings_email()}
            value={preChat.email}
            data={[optional, required]}
            onChange={(event) =>
              onChange({ preChat: { ...preChat, email: event.currentTarget.value as PreChat['email'] } })
            }
          />
        </div>
      )}
    </section>
  )
}
