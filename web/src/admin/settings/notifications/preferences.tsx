import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type MailRhythm,
  type NotificationChannel,
  type NotificationEvent,
  type Preferences,
  type PreferencesView,
  savePreferences,
  sendChannelTest,
} from '#contracts/notification/preferences.ts'
import * as m from '#i18n/messages.js'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { CallError, call } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { eventLabels, rhythmLabels, valuesOf } from './labels.ts'
import styles from './notifications.module.css'
import { PushDevices } from './push-devices.tsx'
import { preferencesQuery } from './queries.ts'

const channelLabels: Record<NotificationChannel, () => string> = {
  mail: m.notification_channel_mail,
  push: m.notification_channel_push,
  sms: m.notification_channel_sms,
}

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
      const { choices, mailRhythm, phone } = view
      return call(savePreferences, { body: { choices, mailRhythm, phone, ...change } })
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
  const isMissing = { mail: view.isMailOff, push: view.pushDevices.length === 0, sms: !view.isSmsSetUp || !view.phone }
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
      <TestButton channel="mail" isReady={!view.isMailOff} />
      <PushDevices view={view} />
      {view.pushDevices.length > 0 && <TestButton channel="push" isReady />}
      <PhoneNumber key={view.phone} view={view} />
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
        <td key={channel} className={styles.choice}>
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

function TestButton({ channel, isReady }: { channel: NotificationChannel; isReady: boolean }) {
  const test = useMutation({
    mutationFn: () => call(sendChannelTest, { body: { channel } }),
    onSuccess: ({ to }) => notify.success(m.notification_test_queued({ to })),
    onError: (error) => notify.failure(error),
  })
  return (
    <Button className={styles.start ?? ''} disabled={!isReady || test.isPending} onClick={() => test.mutate()}>
      {m.notification_test_by({ channel: channelLabels[channel]() })}
    </Button>
  )
}

function PhoneNumber({ view }: { view: PreferencesView }) {
  const [phone, setPhone] = useState(view.phone ?? '')
  const saving = useSaving(view)
  if (!view.isSmsSetUp) return <p className={styles.note}>{m.notification_sms_not_set_up()}</p>
  const fault = saving.error instanceof CallError ? saving.error.fields.phone : null
  return (
    <form
      className={styles.line}
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate({ phone: phone.trim() || null })
      }}
    >
      <TextInput
        type="tel"
        label={m.notification_phone()}
        value={phone}
        error={fault}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
      <Button type="submit" disabled={saving.isPending || phone.trim() === (view.phone ?? '')}>
        {m.common_save()}
      </Button>
      <TestButton channel="sms" isReady={view.phone !== null} />
    </form>
  )
}
