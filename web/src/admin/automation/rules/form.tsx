import '@mantine/core/styles/NumberInput.layer.css'
import { Button, Drawer, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { changeRule, createRule, type RuleContent, type RuleView } from '#contracts/automation/rule.ts'
import type { RuleTrigger } from '#contracts/automation/trigger.ts'
import type { AutomationRuleId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import styles from '#web/admin/automation/automation.module.css'
import { rulesQuery } from '#web/admin/automation/queries.ts'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { CallError, call, newId } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { notify } from '#web/ui/notify.ts'
import { ActionFields } from './action-fields.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { optionsOf, sinceLabels, triggerLabels } from './labels.ts'
import type { Names } from './names.ts'
import { sentenceOf } from './sentence.ts'

const DryRunDialog = lazyDialog(async () => (await import('./dry-run-dialog.tsx')).RuleDryRunDialog)

type Props = {
  /** The rule that is edited; null for a new one. */
  rule: RuleView | null
  content: RuleContent
  names: Names
  onClose: () => void
}

/** Writes a rule: when, if, then, with the whole in plain words. What is typed stays after a failed save. */
export function RuleForm({ rule, content, names, onClose }: Props) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => contentOf(content))
  const [failure, setFailure] = useState<string | null>(null)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [isTrying, setTrying] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const id = useRef(newId<AutomationRuleId>())
  const set = (change: Partial<RuleContent>) => setDraft({ ...draft, ...change })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const saved = rule
        ? await call(changeRule, { params: { automationRuleId: rule.id }, body: { version: rule.version, ...draft } })
        : await call(createRule, { body: { id: id.current, ...draft } })
      notify.success((saved.isOn ? m.rule_saved : m.rule_saved_off)({ rule: saved.name }))
      void client.invalidateQueries({ queryKey: rulesQuery.queryKey })
      onClose()
    } catch (error) {
      setFaults(error instanceof CallError ? error.fields : {})
      setFailure(failureText(error))
      setBusy(false)
    }
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={640}
      title={rule ? m.rule_edit() : m.rule_new()}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <form className={styles.dialog} noValidate onSubmit={(event) => void save(event)}>
        <TextInput
          data-autofocus
          label={m.rule_name()}
          maxLength={80}
          value={draft.name}
          error={faults.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TriggerFields draft={draft} error={faults.time ?? faults['time.hours']} onChange={set} />
        <ConditionFields conditions={draft.conditions} names={names} onChange={(conditions) => set({ conditions })} />
        <ActionFields actions={draft.actions} names={names} onChange={(actions) => set({ actions })} />
        {draft.actions.length > 0 && (
          <section className={styles.preview} aria-label={m.rule_preview()}>
            {sentenceOf(draft, names)}
          </section>
        )}
        {failure && (
          <p className={styles.warning} role="alert">
            {faults.actions ?? failure}
          </p>
        )}
        <div className={styles.answers}>
          <Button onClick={() => setTrying(true)}>{m.rule_try()}</Button>
          <Button type="submit" variant="filled" disabled={isBusy} aria-busy={isBusy}>
            {m.common_save()}
          </Button>
        </div>
      </form>
      {isTrying && <DryRunDialog rule={draft} onClose={() => setTrying(false)} />}
    </Drawer>
  )
}

const contentOf = ({ name, trigger, time, conditions, actions }: RuleContent): RuleContent => ({
  name,
  trigger,
  time,
  conditions,
  actions,
})

type TriggerProps = { draft: RuleContent; error: string | undefined; onChange: (change: Partial<RuleContent>) => void }

function TriggerFields({ draft: { trigger, time }, error, onChange }: TriggerProps) {
  const choose = (next: RuleTrigger) =>
    onChange({ trigger: next, time: next === 'time_passed' ? { since: 'last_message', hours: 24 } : null })
  return (
    <fieldset className={styles.parts}>
      <legend>{m.rule_when()}</legend>
      <NativeSelect
        aria-label={m.rule_when()}
        value={trigger}
        onChange={(event) => choose(event.currentTarget.value as RuleTrigger)}
        data={optionsOf(triggerLabels)}
      />
      {time && (
        <div className={styles.line}>
          <NumberInput
            label={m.rule_hours()}
            min={1}
            max={2160}
            w={112}
            value={time.hours}
            error={error}
            onChange={(value) => onChange({ time: { ...time, hours: Number(value) } })}
          />
          <NativeSelect
            className={styles.grow ?? ''}
            label={m.rule_since()}
            value={time.since}
            onChange={(event) => onChange({ time: { ...time, since: event.currentTarget.value as typeof time.since } })}
            data={optionsOf(sinceLabels)}
          />
        </div>
      )}
    </fieldset>
  )
}
