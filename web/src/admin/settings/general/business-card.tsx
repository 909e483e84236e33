import { Autocomplete, Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import type { SettingsView } from '#contracts/tenant/settings.ts'
import type { BusinessInfo, Weekday } from '#contracts/tenant/tenant.ts'
import * as m from '#i18n/messages.js'
import shared from '#web/admin/settings/settings.module.css'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { pageLocale } from '#web/lib/format.ts'
import { type Draft, edited, valuesOf } from './draft.ts'
import styles from './general.module.css'
import { SupportEmailState } from './support-email.tsx'

export type CardProps = {
  view: SettingsView
  draft: Draft
  /** Errors by the path of the field: `businessInfo.website`. */
  faults: Record<string, string>
  onChange: (next: Draft) => void
}

const WEEKDAYS: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const INDUSTRIES = ['Technology', 'Healthcare', 'Finance', 'Retail', 'Education', 'Manufacturing', 'Services', 'Other']

/** The usual time zones first, each by its city; any other can be found by its name. */
const USUAL_ZONES: Record<string, () => string> = {
  'America/New_York': m.settings_zone_new_york,
  'America/Chicago': m.settings_zone_chicago,
  'America/Denver': m.settings_zone_denver,
  'America/Los_Angeles': m.settings_zone_los_angeles,
  'Europe/London': m.settings_zone_london,
  'Europe/Paris': m.settings_zone_paris,
  'Asia/Tokyo': m.settings_zone_tokyo,
}

function zoneOptions(current: string) {
  const others = [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])].filter(
    (zone) => !USUAL_ZONES[zone],
  )
  return [
    {
      group: m.settings_zones_usual(),
      items: Object.entries(USUAL_ZONES).map(([value, label]) => ({ value, label: label() })),
    },
    { group: m.settings_zones_all(), items: others.map((value) => ({ value, label: value.replaceAll('_', ' ') })) },
  ]
}

/** `Mon`: 2024-01-01 was a Monday. */
const dayName = (day: number) =>
  new Intl.DateTimeFormat(pageLocale(), { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, 1 + day)),
  )

type TextName = Exclude<keyof BusinessInfo, 'businessHours' | 'holidays' | 'timezone'>

/** Company, contact, time zone and business hours. */
export function BusinessCard({ view, draft, faults, onChange }: CardProps) {
  const info = valuesOf(view, draft, 'businessInfo')
  const change = (patch: Partial<BusinessInfo>) => onChange(edited(draft, view, 'businessInfo', patch))
  const field = (name: TextName) => ({
    value: info[name],
    error: faults[`businessInfo.${name}`],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  })
  const { businessHours } = info
  const hours = (patch: Partial<BusinessInfo['businessHours']>) =>
    change({ businessHours: { ...businessHours, ...patch } })
  return (
    <SettingsCard id="business" title={m.settings_business()} text={m.settings_business_text()}>
      <div className={shared.pair}>
        <TextInput label={m.settings_company()} maxLength={120} required {...field('companyName')} />
        <Autocomplete
          label={m.settings_industry()}
          data={INDUSTRIES}
          maxLength={60}
          value={info.industry}
          onChange={(industry) => change({ industry })}
          error={faults['businessInfo.industry']}
        />
        <div className={styles.withState}>
          <TextInput
            label={m.settings_support_email()}
            type="email"
            placeholder="support@example.com"
            {...field('supportEmail')}
          />
          <SupportEmailState view={view} typed={info.supportEmail} />
        </div>
        <TextInput
          label={m.settings_website()}
          type="url"
          placeholder="https://www.example.com"
          {...field('website')}
        />
        <TextInput label={m.settings_phone()} type="tel" maxLength={40} {...field('phone')} />
        <TextInput label={m.settings_emergency_phone()} type="tel" maxLength={40} {...field('emergencyPhone')} />
      </div>
      <TextInput label={m.settings_address()} maxLength={200} {...field('address')} />
      <Textarea label={m.settings_description()} autosize minRows={2} maxLength={1000} {...field('description')} />
      <Select
        label={m.settings_timezone()}
        data={zoneOptions(info.timezone)}
        searchable
        limit={100}
        nothingFoundMessage={m.settings_zone_unknown()}
        value={info.timezone}
        onChange={(timezone) => timezone && change({ timezone })}
        error={faults['businessInfo.timezone']}
      />
      <fieldset className={styles.hours}>
        <legend>{m.settings_hours()}</legend>
        <div className={shared.pair}>
          <TextInput
            type="time"
            label={m.settings_hours_start()}
            value={businessHours.start}
            onChange={(event) => hours({ start: event.currentTarget.value })}
            error={faults['businessInfo.businessHours.start']}
          />
          <TextInput
            type="time"
            label={m.settings_hours_end()}
            value={businessHours.end}
            onChange={(event) => hours({ end: event.currentTarget.value })}
            error={faults['businessInfo.businessHours.end']}
          />
        </div>
        <div className={styles.days}>
          {WEEKDAYS.map((day, index) => (
            <Checkbox
              key={day}
              label={dayName(index)}
              checked={businessHours.days.includes(day)}
              onChange={(event) =>
                hours({
                  days: WEEKDAYS.filter((one) =>
                    one === day ? event.currentTarget.checked : businessHours.days.includes(one),
                  ),
                })
              }
            />
          ))}
        </div>
      </fieldset>
    </SettingsCard>
  )
}
