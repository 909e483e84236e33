import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type SettingsView, saveSettings } from '#contracts/tenant/settings.ts'
import type { Holiday } from '#contracts/tenant/tenant.ts'
import * as m from '#i18n/messages.js'
import styles from '#web/admin/automation/automation.module.css'
import { settingsQuery } from '#web/admin/settings/queries.ts'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { formatDate } from '#web/lib/format.ts'
import { notify } from '#web/ui/notify.ts'

const NEW: Holiday = { day: '', name: '', everyYear: true }

/** The days on which the business is closed. Each is saved as it is added or removed; what is typed stays after a failed save. */
export function HolidaysCard({ view }: { view: SettingsView }) {
  const client = useQueryClient()
  const { holidays } = view.businessInfo
  const [draft, setDraft] = useState(NEW)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const save = async (next: Holiday[], after?: () => void) => {
    setBusy(true)
    setFailure(null)
    try {
      const businessInfo = { holidays: next.toSorted((one, other) => one.day.localeCompare(other.day)) }
      const saved = await call(saveSettings, { body: { version: view.version, businessInfo } })
      after?.()
      client.setQueryData(settingsQuery.queryKey, saved)
      notify.success(m.holiday_saved())
    } catch (error) {
      setFailure(failureText(error))
    }
    setBusy(false)
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    void save([...holidays, draft], () => setDraft(NEW))
  }
  return (
    <SettingsCard id="holidays" title={m.holiday_title()} text={m.holiday_text()}>
      {holidays.length === 0 ? (
        <p className={styles.help}>{m.holiday_none()}</p>
      ) : (
        <ul className={styles.rows}>
          {holidays.map((one) => (
            <li key={`${one.day} ${one.name}`}>
              <span className={styles.day}>{formatDate(`${one.day}T12:00:00`)}</span>
              <span className={styles.grow}>{one.name}</span>
              <span className={styles.aside}>{one.everyYear ? m.holiday_every_year() : m.holiday_once()}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={isBusy}
                aria-label={m.holiday_remove({ name: one.name })}
                onClick={() => void save(holidays.filter((other) => other !== one))}
              >
                <IconTrash size={16} stroke={1.5} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <form className={styles.line} onSubmit={add}>
        <TextInput
          label={m.holiday_day()}
          type="date"
          required
          withAsterisk={false}
          value={draft.day}
          onChange={(event) => setDraft({ ...draft, day: event.currentTarget.value })}
        />
        <TextInput
          className={styles.grow ?? ''}
          label={m.holiday_name()}
          maxLength={60}
          required
          withAsterisk={false}
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <Checkbox
          className={styles.check ?? ''}
          label={m.holiday_every_year()}
          checked={draft.everyYear}
          onChange={(event) => setDraft({ ...draft, everyYear: event.currentTarget.checked })}
        />
        <Button type="submit" disabled={isBusy}>
          {m.holiday_add()}
        </Button>
      </form>
      {failure && (
        <p className={styles.warning} role="alert">
          {failure}
        </p>
      )}
    </SettingsCard>
  )
}
