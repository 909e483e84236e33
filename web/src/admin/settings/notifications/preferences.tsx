import { Button, Checkbox, Select } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type MailRhythm,
  type NotificationChannel,
  type NotificationEvent,
  type Preferences,
  type PreferencesView,
  savePreferences,
} from '#contracts/notification/preferences.ts'
import * as m from '#i18n/messages.js'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { playTone } from '#web/lib/tone.ts'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { channelLabels, eventLabels, rhythmLabels, valuesOf } from './labels.ts'
import styles from './notifications.module.css'
import { PhoneNumber } from './phone-number.tsx'
import { PushDevices } from './push-devices.tsx'
import { preferencesQuery } from './queries.ts'
import { TestButton } from './test-button.tsx'

/** What the signed-in member is notified of, by which channel. Each change is saved at once. */
export function PreferencesCard() {
  const { data, error, refetch } = useQuery(preferencesQuery)
  return (
    <SettingsCard id="preferences" title={m.notification_preferences()} text={m.notification_preferences_text()}>
      {data ? (
        <Form view={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label={m.common_loading()} rows={8} height={36} />
      )}
    </SettingsCard>
  )
}

function useSaving(view: PreferencesView) {
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: (change: Partial<Preferences>) => {
      const { choices, mailRhythm } = view
      return call(savePreferences, { body: { choices, mailRhythm, ...change } })
    },
    // Shown at once; what could not be saved is shown as it was.
    onMutate: (change) => client.setQueryData(preferencesQuery.queryKey, { ...view, ...change }),
    onSuccess: (saved) => client.setQueryData(preferencesQuery.queryKey, saved),
    onError: (error) => {
      client.setQueryData(preferencesQuery.queryKey, view)
      notify.failure(error)
    },
  })
  return saving
}

function Form({ view }: { view: PreferencesView }) {
  const saving = useSaving(view)
  const isMissing = {
    app: false,
    sound: false,
    title: false,
    mail: view.isMailOff,
    push: view.pushDevices.length === 0,
    sms: !view.isSmsSetUp || !view.phone,
  }
  return (
    <>
      <div className={styles.scroller}>
        <table className={styles.table}>
          <caption className="visually-hidden">{m.notification_preferences()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.notification_column_event()}</th>
              {valuesOf(channelLabels).map((channel) => (
                <th key={channel} scope="col" className={styles.choice}>
                  {channelLabels[channel]()}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {valuesOf(eventLabels).map((event) => (
              <EventRow
                key={event}
                event={event}
                view={view}
                isMissing={isMissing}
                onChange={(choices) => saving.mutate({ choices })}
              />
            ))}
          </tbody>
        </table>
      </div>
      {view.isMailOff && <p className={styles.note}>{m.notification_mail_off()}</p>}
      <Select
        label={m.notification_rhythm()}
        data={valuesOf(rhythmLabels).map((value) => ({ value, label: rhythmLabels[value]() }))}
        value={view.mailRhythm}
        allowDeselect={false}
        onChange={(value) => value && saving.mutate({ mailRhythm: value as MailRhythm })}
      />
      <Button className={styles.start ?? ''} onClick={playTone}>
        {m.notification_play_tone()}
      </Button>
      <TestButton channel="mail" isReady={!view.isMailOff} />
      <PushDevices view={view} />
      {view.pushDevices.length > 0 && <TestButton channel="push" isReady />}
      <PhoneNumber view={view} />
    </>
  )
}

type EventRowProps = {
  event: NotificationEvent
  view: PreferencesView
  isMissing: Record<NotificationChannel, boolean>
  onChange: (choices: Preferences['choices']) => void
}

function EventRow({ event, view, isMissing, onChange }: EventRowProps) {
  const isOff = view.eventsOff.includes(event)
  const label = eventLabels[event]()
  const chosen = view.choices[event]
  return (
    <tr>
      <th scope="row">
        {label}
        {isOff && <span className={styles.note}>{m.notification_event_off()}</span>}
      </th>
      {valuesOf(channelLabels).map((channel) => (
        <td key={channel} className={styles.choice} data-label={channelLabels[channel]()}>
          <Checkbox
            aria-label={m.notification_choice({ event: label, channel: channelLabels[channel]() })}
            checked={chosen[channel] && !isOff}
            disabled={isOff || (isMissing[channel] && !chosen[channel])}
            onChange={({ currentTarget }) =>
              onChange({ ...view.choices, [event]: { ...chosen, [channel]: currentTarget.checked } })
            }
          />
        </td>
      ))}
    </tr>
  )
}
