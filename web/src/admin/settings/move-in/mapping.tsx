import { Button, Checkbox, NativeSelect, Switch } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataImportView, ImportContent, ImportMapping } from '#contracts/data-import/data-import.ts'
import { saveDataImportMapping } from '#contracts/data-import/data-import.ts'
import * as m from '#i18n/messages.js'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { membersQuery } from '#web/admin/tickets/queries.ts'
import { ticketFieldsQuery } from '#web/admin/tickets/ticket-fields.ts'
import { call } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import { priorityLabel, statusLabel } from '#web/ui/ticket-labels.tsx'
import { columnOptions } from './column-labels.ts'
import { KINDS, kindLabel } from './labels.ts'
import styles from './move-in.module.css'
import { importsKey } from './queries.ts'

const STATUSES = ['open', 'in-progress', 'waiting', 'resolved', 'closed'] as const
const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const

type Props = { view: DataImportView; mapping: ImportMapping; content: ImportContent }
type Option = { value: string; label: string }

/** What the values of the export become. A change makes the dry run old. */
export function Mapping({ view, mapping, content }: Props) {
  const client = useQueryClient()
  const { data: members = [] } = useQuery(membersQuery)
  const { data: fields } = useQuery(ticketFieldsQuery)
  const [draft, setDraft] = useState(mapping)
  const [isBusy, setBusy] = useState(false)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(mapping)
  const isHeld = view.status === 'checking' || isBusy
  const put = <Part extends keyof ImportMapping>(part: Part, value: ImportMapping[Part]) =>
    setDraft((known) => ({ ...known, [part]: value }))
  const save = async () => {
    setBusy(true)
    try {
      await call(saveDataImportMapping, { params: { dataImportId: view.id }, body: { mapping: draft } })
      notify.success(m.data_import_mapping_saved())
    } catch (error) {
      notify.failure(error)
    }
    await client.invalidateQueries({ queryKey: importsKey })
    setBusy(false)
  }
  const nobody = { value: '', label: m.data_import_nobody() }
  const memberOptions = [nobody, ...members.map(({ id, name }) => ({ value: id, label: name }))]
  const active = (fields?.items ?? []).filter(({ isArchived }) => !isArchived)
  const fieldOptions = [
    { value: '', label: m.data_import_not_taken() },
    ...active.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const columns = [{ value: '', label: m.data_import_not_taken() }, ...columnOptions()]
  return (
    <SettingsCard id="mapping" title={m.data_import_mapping()} text={m.data_import_mapping_text()}>
      <fieldset className={styles.kinds} disabled={isHeld}>
        <legend>{m.data_import_kinds()}</legend>
        {KINDS.map((kind) => (
          <Checkbox
            key={kind}
            label={kindLabel(kind)}
            checked={draft.kinds.includes(kind)}
            disabled={draft.kinds.length === 1 && draft.kinds.includes(kind)}
            onChange={({ currentTarget: { checked } }) =>
              put('kinds', checked ? [...draft.kinds, kind] : draft.kinds.filter((one) => one !== kind))
            }
          />
        ))}
      </fieldset>
      {content.counts.article > 0 && (
        <Switch
          label={m.data_import_publish()}
          checked={draft.publishesArticles}
          disabled={isHeld}
          onChange={({ currentTarget: { checked } }) => put('publishesArticles', checked)}
        />
      )}
      <Choices
        title={m.data_import_map_columns()}
        values={draft.columns}
        options={columns}
        isHeld={isHeld}
        onChange={(columns) => put('columns', columns as ImportMapping['columns'])}
      />
      <Choices
        title={m.data_import_map_statuses()}
        values={draft.statuses}
        options={STATUSES.map((value) => ({ value, label: statusLabel(value) }))}
        isHeld={isHeld}
        onChange={(statuses) => put('statuses', statuses as ImportMapping['statuses'])}
      />
      <Choices
        title={m.data_import_map_priorities()}
        values={draft.priorities}
        options={PRIORITIES.map((value) => ({ value, label: priorityLabel(value) }))}
        isHeld={isHeld}
        onChange={(priorities) => put('priorities', priorities as ImportMapping['priorities'])}
      />
      <Choices
        title={m.data_import_map_assignees()}
        values={draft.assignees}
        options={memberOptions}
        isHeld={isHeld}
        onChange={(assignees) => put('assignees', assignees as ImportMapping['assignees'])}
      />
      <Choices
        title={m.data_import_map_fields()}
        values={draft.fields}
        options={fieldOptions}
        isHeld={isHeld}
        onChange={(given) => put('fields', given as ImportMapping['fields'])}
      />
      <div className={styles.actions}>
        <Button disabled={!isChanged || isHeld} onClick={() => setDraft(mapping)}>
          {m.common_discard()}
        </Button>
        <Button variant="filled" disabled={!isChanged || isHeld} aria-busy={isBusy} onClick={() => void save()}>
          {m.common_save()}
        </Button>
      </div>
    </SettingsCard>
  )
}

type ChoicesProps = {
  title: string
  values: Record<string, string | null>
  options: Option[]
  isHeld: boolean
  onChange: (values: Record<string, string | null>) => void
}

/** The values of one part of the export, each with what it becomes. */
function Choices({ title, values, options, isHeld, onChange }: ChoicesProps) {
  const names = Object.keys(values)
  if (names.length === 0) return null
  return (
    <div>
      <h3>{title}</h3>
      <div className={styles.choices}>
        {names.map((name) => (
          <NativeSelect
            key={name}
            label={name}
            data={options}
            value={values[name] ?? ''}
            disabled={isHeld}
            onChange={({ currentTarget: { value } }) => onChange({ ...values, [name]: value === '' ? null : value })}
          />
        ))}
      </div>
    </div>
  )
}
