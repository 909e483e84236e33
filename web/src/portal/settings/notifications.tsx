import { useState } from 'react'
import type { CustomerSettingsView } from '#contracts/customer/customer-settings.ts'
import * as m from '#i18n/messages.js'
import { Card } from '#web/kit/surface.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { failureText } from '#web/lib/failure-text.ts'
import { canReceivePush, subscribeHere } from './push.ts'
import styles from './settings.module.css'
import type { SaveSettings } from './settings-page.tsx'
import { Switch } from './switch.tsx'

type Way = keyof CustomerSettingsView['notifications']

type Props = { slug: string; settings: CustomerSettingsView; onSave: SaveSettings }

/** By which ways replies come. A switch is stored at once; one that could not be stored goes back, and says why. */
export function Notifications({ slug, settings, onSave }: Props) {
  const [moving, setMoving] = useState<Way | null>(null)
  const change = async (way: Way, isOn: boolean) => {
    setMoving(way)
    try {
      if (way === 'push' && isOn && !(await subscribeHere(slug))) showToast(m.portal_settings_n_push_refused(), 'error')
      else await onSave({ notifications: { [way]: isOn } })
    } catch (error) {
      showToast(failureText(error), 'error')
    }
    setMoving(null)
  }
  const { notifications: chosen, isSmsSetUp } = settings
  const shown = (way: Way) => ({
    isOn: moving === way ? !chosen[way] : chosen[way],
    onChange: (isOn: boolean) => void change(way, isOn),
  })
  return (
    <Card aria-labelledby="notifications">
      <h2 id="notifications" className={styles.title}>
        {m.portal_settings_notifications()}
      </h2>
      <div className={styles.switches}>
        <Switch {...shown('email')} label={m.portal_settings_n_email()} help={m.portal_settings_n_email_help()} />
        <Switch
          {...shown('push')}
          label={m.portal_settings_n_push()}
          help={canReceivePush() ? m.portal_settings_n_push_help() : m.portal_settings_n_push_cannot()}
        />
        <Switch
          {...shown('sms')}
          label={m.portal_settings_n_sms()}
          help={isSmsSetUp ? undefined : m.portal_settings_n_sms_off()}
        />
      </div>
    </Card>
  )
}
