import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type SlaPolicy, type SlaSettingsView, type SlaTargets, saveSlaSettings } from '#contracts/automation/sla.ts'
import type { Priority } from '#contracts/conversation/escalation.ts'
import type { SlaTarget } from '#contracts/ticket/sla.ts'
import * as m from '#i18n/messages.js'
import styles from '#web/admin/automation/automation.module.css'
import { slaQuery } from '#web/admin/automation/queries.ts'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { priorities } from '#web/admin/tickets/filter.ts'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { call } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import { SaveBar } from '#web/ui/parts.tsx'
import { PriorityBadge, priorityLabel } from '#web/ui/ticket-labels.tsx'
import { durationText, minutesOf } from './duration.ts'
import { targetLabels } from './labels.ts'

const DryRunDialog = lazyDialog(async () => (await import('./dry-run-dialog.tsx')).SlaDryRunDialog)

const targets = Object.keys(targetLabels) as SlaTarget[]
type Draft = Record<Priority, Record<SlaTarget, string> & { hours: SlaTargets['hours'] }>

const draftOf = ({ targets: stored }: SlaPolicy): Draft =>
  Object.fromEntries(
    priorities.map((priority) => [
      priority,
      {
        ...Object.fromEntries(targets.map((target) => [target, durationText(stored[priority][target])])),
        hours: stored[priority].hours,
      },
    ]),
  ) as Draft

/** The policy that was written; null where a field is no time or no percentage. */
function policyOf(draft: Draft, warn: string): SlaPolicy | null {
  const warnPercent = Number(warn)
  if (!Number.isInteger(warnPercent) || warnPercent < 50 || warnPercent > 95) return null
  const written = priorities.map((priority) => {
    const { hours, ...texts } = draft[priority]
    return [priority, { ...Object.fromEntries(targets.map((one) => [one, minutesOf(texts[one])])), hours }] as const
  })
  const isWrong = written.some(([, values]) => Object.values(values).includes(undefined as never))
  return isWrong ? null : { targets: Object.fromEntries(written) as SlaPolicy['targets'], warnPercent }
}

/** The agreed times, tried over past tickets before they are switched on. */
export function TargetsCard({ view }: { view: SlaSettingsView }) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(view.policy))
  const [warn, setWarn] = useState(String(view.policy.warnPercent))
  const [isTrying, setTrying] = useState<'only' | 'to switch on' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const policy = policyOf(draft, warn)
  const isChanged =
    JSON.stringify([draft, warn]) !== JSON.stringify([draftOf(view.policy), String(view.policy.warnPercent)])
  const save = async (isOn: boolean, said: string) => {
    if (!policy) return setProblem(m.sla_duration_error())
    setSaving(true)
    try {
      client.setQueryData(
        slaQuery.queryKey,
        await call(saveSlaSettings, { body: { version: view.version, isOn, policy } }),
      )
      notify.success(said)
    } catch (error) {
      setProblem(failureText(error))
    }
    setSaving(false)
  }
  const switchOff = async () => {
    const question = { title: m.sla_switch_off_title(), body: m.sla_switch_off_text(), confirm: m.sla_switch_off() }
    if (await confirmAction(question)) await save(false, m.sla_switched_off())
  }
  return (
    <SettingsCard
      id="sla"
      title={m.sla_title()}
      text={m.sla_text()}
      aside={
        <span className={styles.state} data-on={view.isOn || undefined}>
          {view.isOn ? m.sla_on() : m.sla_off()}
        </span>
      }
    >
      {!view.hasHours && <p className={styles.warning}>{m.sla_no_hours()}</p>}
      <TargetsTable draft={draft} canEdit={view.can.edit} onChange={setDraft} />
      <p className={styles.help}>{m.sla_duration_help()}</p>
      <TextInput
        className={styles.short ?? ''}
        label={m.sla_warn()}
        description={m.sla_warn_help()}
        inputMode="numeric"
        disabled={!view.can.edit}
        value={warn}
        onChange={(event) => setWarn(event.currentTarget.value)}
      />
      {view.can.edit ? (
        <Group gap="sm">
          <Button onClick={() => (policy ? setTrying('only') : setProblem(m.sla_duration_error()))}>
            {m.sla_try()}
          </Button>
          {view.isOn ? (
            <Button color="red" variant="subtle" onClick={() => void switchOff()}>
              {m.sla_switch_off()}
            </Button>
          ) : (
            <Button
              variant="filled"
              onClick={() => (policy ? setTrying('to switch on') : setProblem(m.sla_duration_error()))}
            >
              {m.sla_switch_on()}
            </Button>
          )}
        </Group>
      ) : (
        <p className={styles.help}>{m.sla_agent_note()}</p>
      )}
      {problem && !isChanged && (
        <p className={styles.warning} role="alert">
          {problem}
        </p>
      )}
      {isTrying && policy && (
        <DryRunDialog
          policy={policy}
          onClose={() => setTrying(null)}
          {...(isTrying === 'to switch on'
            ? { onSwitchOn: () => void save(true, m.sla_switched_on()).then(() => setTrying(null)) }
            : {})}
        />
      )}
      <SaveBar
        unsaved={isChanged ? m.sla_unsaved() : null}
        problem={problem}
        isSaving={isSaving}
        onSave={() => void save(view.isOn, m.sla_saved())}
        onDiscard={() => {
          setDraft(draftOf(view.policy))
          setWarn(String(view.policy.warnPercent))
          setProblem(null)
        }}
      />
    </SettingsCard>
  )
}

type TableProps = { draft: Draft; canEdit: boolean; onChange: (draft: Draft) => void }

function TargetsTable({ draft, canEdit, onChange }: TableProps) {
  const set = (priority: Priority, change: Partial<Draft[Priority]>) =>
    onChange({ ...draft, [priority]: { ...draft[priority], ...change } })
  return (
    <div className={styles.scroll}>
      <table className={styles.targets}>
        <thead>
          <tr>
            <th scope="col">{m.sla_priority()}</th>
            {targets.map((target) => (
              <th key={target} scope="col">
                {targetLabels[target]()}
              </th>
            ))}
            <th scope="col">{m.sla_hours()}</th>
          </tr>
        </thead>
        <tbody>
          {priorities.map((priority) => (
            <tr key={priority}>
              <th scope="row">
                <PriorityBadge priority={priority} />
              </th>
              {targets.map((target) => (
                <td key={target} data-label={targetLabels[target]()}>
                  <TextInput
                    aria-label={m.sla_target_of({ target: targetLabels[target](), priority: priorityLabel(priority) })}
                    value={draft[priority][target]}
                    disabled={!canEdit}
                    placeholder="–"
                    error={minutesOf(draft[priority][target]) === undefined ? m.sla_duration_error() : null}
                    onChange={(event) => set(priority, { [target]: event.currentTarget.value })}
                  />
                </td>
              ))}
              <td data-label={m.sla_hours()}>
                <NativeSelect
                  aria-label={m.sla_hours_of({ priority: priorityLabel(priority) })}
                  disabled={!canEdit}
                  value={draft[priority].hours}
                  onChange={(event) => set(priority, { hours: event.currentTarget.value as SlaTargets['hours'] })}
                  data={[
                    { value: 'business', label: m.sla_hours_business() },
                    { value: 'always', label: m.sla_hours_always() },
                  ]}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
