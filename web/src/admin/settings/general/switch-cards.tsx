import { Switch, Textarea, TextInput } from '@mantine/core'
import type { CustomerExperience, NotificationSettings, SupportSettings } from '#contracts/tenant/tenant.ts'
import * as m from '#i18n/messages.js'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import type { CardProps } from './business-card.tsx'
import { edited, valuesOf } from './draft.ts'
import styles from './general.module.css'

type RowProps = { label: string; text: string; value: boolean; onChange: (value: boolean) => void }

/** One toggle with what it does. */
export function SwitchRow({ label, text, value, onChange }: RowProps) {
  return (
    <Switch
      label={label}
      description={text}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
      classNames={{ body: styles.switchBody ?? '', labelWrapper: styles.switchLabel ?? '' }}
      labelPosition="left"
    />
  )
}

const experience: [keyof CustomerExperience, () => string, () => string][] = [
  ['enableRatings', m.settings_ratings, m.settings_ratings_text],
  ['enableFeedback', m.settings_feedback, m.settings_feedback_text],
  ['showResponseTime', m.settings_show_response_time, m.settings_show_response_time_text],
  ['allowAnonymous', m.settings_anonymous, m.settings_anonymous_text],
  ['enableProactiveSupport', m.settings_proactive, m.settings_proactive_text],
]

export function ExperienceCard({ view, draft, onChange }: CardProps) {
  const values = valuesOf(view, draft, 'customerExperience')
  return (
    <SettingsCard id="experience" title={m.settings_experience()}>
      {experience.map(([name, label, text]) => (
        <SwitchRow
          key={name}
          label={label()}
          text={text()}
          value={values[name]}
          onChange={(value) => onChange(edited(draft, view, 'customerExperience', { [name]: value }))}
        />
      ))}
    </SettingsCard>
  )
}

export function SupportCard({ view, draft, faults, onChange }: CardProps) {
  const values = valuesOf(view, draft, 'support')
  const change = (patch: Partial<SupportSettings>) => onChange(edited(draft, view, 'support', patch))
  return (
    <SettingsCard id="support" title={m.settings_support()}>
      <SwitchRow
        label={m.settings_public_tickets()}
        text={m.settings_public_tickets_text()}
        value={values.allowPublicTickets}
        onChange={(allowPublicTickets) => change({ allowPublicTickets })}
      />
      <SwitchRow
        label={m.settings_auto_response()}
        text={m.settings_auto_response_text()}
        value={values.autoResponse}
        onChange={(autoResponse) => change({ autoResponse })}
      />
      <TextInput
        type="number"
        label={m.settings_close_days()}
        description={m.settings_close_days_text()}
        min={1}
        max={30}
        className={styles.days30 ?? ''}
        value={values.closeResolvedAfterDays}
        onChange={(event) => change({ closeResolvedAfterDays: Number(event.currentTarget.value) })}
        error={faults['support.closeResolvedAfterDays']}
      />
    </SettingsCard>
  )
}

const notices: [keyof NotificationSettings, () => string, () => string][] = [
  ['emailNotifications', m.settings_notify_email, m.settings_notify_email_text],
  ['escalationAlerts', m.settings_notify_escalation, m.settings_notify_escalation_text],
  ['dailyReports', m.settings_notify_daily, m.settings_notify_daily_text],
  ['weeklyAnalytics', m.settings_notify_weekly, m.settings_notify_weekly_text],
  ['systemUpdates', m.settings_notify_system, m.settings_notify_system_text],
]

export function NotificationsCard({ view, draft, onChange }: CardProps) {
  const values = valuesOf(view, draft, 'notifications')
  return (
    <SettingsCard id="notifications" title={m.settings_notifications()}>
      {notices.map(([name, label, text]) => (
        <SwitchRow
          key={name}
          label={label()}
          text={text()}
          value={values[name]}
          onChange={(value) => onChange(edited(draft, view, 'notifications', { [name]: value }))}
        />
      ))}
    </SettingsCard>
  )
}

/** The sites that may show the chat in a frame, one a line. */
export function SitesCard({ view, draft, faults, onChange }: CardProps) {
  const fault = Object.entries(faults).find(([path]) => path.startsWith('embedOrigins'))?.[1]
  const stored = view.embedOrigins.join('\n')
  return (
    <SettingsCard id="sites" title={m.settings_sites()} text={m.settings_sites_text()}>
      <Textarea
        label={m.settings_sites_label()}
        placeholder={'https://www.example.com\nhttps://*.shop.example'}
        autosize
        minRows={2}
        value={(draft.embedOrigins ?? view.embedOrigins).join('\n')}
        onChange={({ currentTarget: { value } }) => {
          const { embedOrigins: _, ...rest } = draft
          onChange(value === stored ? rest : { ...rest, embedOrigins: value.split('\n') })
        }}
        error={fault}
        spellCheck={false}
      />
    </SettingsCard>
  )
}
