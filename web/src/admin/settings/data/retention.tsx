import { Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  getRetention,
  type RetentionCounts,
  type RetentionPolicy,
  type RetentionView,
  saveRetention,
  tryRetention,
} from '#contracts/tenant/retention.ts'
import * as m from '#i18n/messages.js'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { withFreshSignIn } from '#web/ui/confirm-password.tsx'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'

const KEY = ['settings', 'retention'] as const

/** How long data is kept: counted by a dry run before it is switched on. */
export function Retention() {
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(getRetention, {}, { signal }), retry: false })
  return (
    <SettingsCard id="retention" title={m.data_retention_title()} text={m.data_retention_text()}>
      {query.isPending && <LoadingRows label={m.common_loading()} rows={4} />}
      {query.error && !query.data && <ErrorState error={query.error} title={null} />}
      {query.data && <Form key={query.data.version} view={query.data} />}
    </SettingsCard>
  )
}

const FIELDS: { name: keyof RetentionPolicy; label: () => string }[] = [
  { name: 'chatsDays', label: m.data_retention_chats },
  { name: 'filesDays', label: m.data_retention_files },
  { name: 'aiRecordsDays', label: m.data_retention_ai },
  { name: 'mailsDays', label: m.data_retention_mails },
]

const shown = ({ chats, files, aiRecords, mails }: RetentionCounts) => ({
  chats: formatNumber(chats),
  files: formatNumber(files),
  aiRecords: formatNumber(aiRecords),
  mails: formatNumber(mails),
})

function Form({ view }: { view: RetentionView }) {
  const client = useQueryClient()
  const [policy, setPolicy] = useState(view.policy)
  const [counts, setCounts] = useState<RetentionCounts | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async (act: () => Promise<void>) => {
    setBusy(true)
    await act().catch((error: unknown) => notify.error(failureText(error)))
    setBusy(false)
  }
  const count = () => run(async () => setCounts(await call(tryRetention, { body: policy })))
  const save = () =>
    run(async () => {
      const saved = await withFreshSignIn(() => call(saveRetention, { body: { version: view.version, policy } }))
      if (saved) notify.success(m.data_retention_saved())
      await client.invalidateQueries({ queryKey: KEY })
    })
  const set = (name: keyof RetentionPolicy, value: string) => {
    setPolicy({ ...policy, [name]: value === '' ? null : Number(value) })
    setCounts(null)
  }
  return (
    <>
      {FIELDS.map(({ name, label }) => (
        <TextInput
          key={name}
          label={label()}
          type="number"
          min={1}
          max={3650}
          step={1}
          value={policy[name] ?? ''}
          onChange={(event) => set(name, event.currentTarget.value)}
        />
      ))}
      <p role="status">{counts ? m.data_retention_would(shown(counts)) : m.data_retention_count_first()}</p>
      <div>
        <Button loading={isBusy} onClick={() => void count()}>
          {m.data_retention_try()}
        </Button>{' '}
        <Button variant="filled" disabled={counts === null || isBusy} onClick={() => void save()}>
          {m.data_retention_save()}
        </Button>
      </div>
      {view.lastRunAt && view.lastDeleted && (
        <p>{m.data_retention_last({ date: formatDate(view.lastRunAt), ...shown(view.lastDeleted) })}</p>
      )}
    </>
  )
}
