import { ActionIcon, Menu, Switch } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteRule, type RuleView, switchRule } from '#contracts/automation/rule.ts'
import * as m from '#i18n/messages.js'
import styles from '#web/admin/automation/automation.module.css'
import { rulesQuery } from '#web/admin/automation/queries.ts'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { call } from '#web/lib/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { MoveButtons } from '#web/ui/move-buttons.tsx'
import { notify } from '#web/ui/notify.ts'

const CheckDialog = lazyDialog(async () => (await import('./check-dialog.tsx')).CheckDialog)

type Props = {
  rule: RuleView
  /** Its place among so many, in the order in which they run. */
  at: number
  count: number
  sentence: string
  canEdit: boolean
  onEdit: () => void
  onSwitchOn: () => void
  onLog: () => void
  onMove: (to: number) => void
}

/** A rule of the list: what it does in plain words, whether it is on, and what can be done with it. */
export function RuleRow({ rule, at, count, sentence, canEdit, onEdit, onSwitchOn, onLog, onMove }: Props) {
  const client = useQueryClient()
  const [isChecking, setChecking] = useState(false)
  const { id, name, version } = rule
  const readAgain = () => void client.invalidateQueries({ queryKey: rulesQuery.queryKey })
  const switchOff = () =>
    call(switchRule, { params: { automationRuleId: id }, body: { version, isOn: false } })
      .then(() => notify.success(m.rule_switched_off({ rule: name })))
      .catch(notify.failure)
      .finally(readAgain)
  const remove = async () => {
    const question = {
      title: m.rule_delete_title({ rule: name }),
      body: m.rule_delete_text(),
      confirm: m.rule_delete_action(),
    }
    if (!(await confirmAction({ ...question, isDanger: true }))) return
    await call(deleteRule, { params: { automationRuleId: id } })
      .then(() => notify.success(m.rule_deleted({ rule: name })))
      .catch(notify.failure)
    readAgain()
  }
  return (
    <li>
      <span className={styles.rule}>
        <strong>{name}</strong>
        <span className={styles.help}>{sentence}</span>
        <span className={styles.aside}>
          {rule.runs > 0 ? m.rule_runs({ count: formatNumber(rule.runs) }) : m.rule_never_ran()}
        </span>
      </span>
      {canEdit && count > 1 && <MoveButtons name={name} at={at} count={count} onMove={onMove} />}
      <Switch
        aria-label={m.rule_switch({ rule: name })}
        checked={rule.isOn}
        disabled={!canEdit}
        onChange={() => (rule.isOn ? void switchOff() : onSwitchOn())}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={m.rule_actions_for({ rule: name })}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canEdit && <Menu.Item onClick={onEdit}>{m.rule_edit_action()}</Menu.Item>}
          <Menu.Item onClick={() => setChecking(true)}>{m.rule_check_action()}</Menu.Item>
          <Menu.Item onClick={onLog}>{m.rule_log_action()}</Menu.Item>
          {canEdit && (
            <Menu.Item color="red" onClick={() => void remove()}>
              {m.rule_delete_action()}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isChecking && <CheckDialog rule={rule} onClose={() => setChecking(false)} />}
    </li>
  )
}
