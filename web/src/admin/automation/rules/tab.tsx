import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orderRules, type RuleContent, type RuleView } from '#contracts/automation/rule.ts'
import type { AutomationRuleId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import styles from '#web/admin/automation/automation.module.css'
import { rulesQuery } from '#web/admin/automation/queries.ts'
import pageStyles from '#web/admin/settings/settings.module.css'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { RunLog } from './log.tsx'
import { useNames } from './names.ts'
import { readyMadeRules } from './ready-made.ts'
import { RuleRow } from './row.tsx'
import { sentenceOf } from './sentence.ts'

const RuleForm = lazyDialog(async () => (await import('./form.tsx')).RuleForm)
const SwitchOnDialog = lazyDialog(async () => (await import('./dry-run-dialog.tsx')).RuleDryRunDialog)

const EMPTY: RuleContent = { name: '', trigger: 'created', time: null, conditions: {}, actions: [] }
type Edited = { rule: RuleView | null; content: RuleContent }

/** Settings → Rules: what happens to tickets by itself, ready-made rules to start from, and what rules did. */
export function RulesTab() {
  const { data, error, refetch } = useQuery(rulesQuery)
  const names = useNames()
  const [edited, setEdited] = useState<Edited | null>(null)
  const [toSwitchOn, setToSwitchOn] = useState<RuleView | null>(null)
  const [said, setSaid] = useState('')
  const client = useQueryClient()
  const [shownLog, setShownLog] = useState<AutomationRuleId | null>(null)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows label={m.common_loading()} rows={6} height={56} />
  const { items, can } = data
  const move = async (rule: RuleView, to: number) => {
    const ordered = items.filter(({ id }) => id !== rule.id).toSpliced(to, 0, rule)
    client.setQueryData(rulesQuery.queryKey, { ...data, items: ordered })
    try {
      await call(orderRules, { body: { ids: ordered.map(({ id }) => id) } })
      setSaid(m.field_moved({ name: rule.name, position: to + 1, count: items.length }))
    } catch (failure) {
      notify.failure(failure)
      void refetch()
    }
  }
  return (
    <div className={pageStyles.page}>
      <SettingsCard id="rules" title={m.rule_title()} text={m.rule_text()}>
        <p className="visually-hidden" role="status">
          {said}
        </p>
        {items.length === 0 ? (
          <p className={styles.help}>{m.rule_none()}</p>
        ) : (
          <ul className={styles.rows} aria-label={m.rule_title()}>
            {items.map((rule, at) => (
              <RuleRow
                key={rule.id}
                rule={rule}
                at={at}
                count={items.length}
                sentence={sentenceOf(rule, names)}
                canEdit={can.edit}
                onEdit={() => setEdited({ rule, content: rule })}
                onSwitchOn={() => setToSwitchOn(rule)}
                onLog={() => setShownLog(rule.id)}
                onMove={(to) => void move(rule, to)}
              />
            ))}
          </ul>
        )}
        {can.edit && (
          <div>
            <Button
              variant="filled"
              leftSection={<IconPlus size={16} stroke={1.75} />}
              onClick={() => setEdited({ rule: null, content: EMPTY })}
            >
              {m.rule_new()}
            </Button>
          </div>
        )}
      </SettingsCard>
      {can.edit && (
        <SettingsCard id="ready-rules" title={m.rule_ready()} text={m.rule_ready_text()}>
          <ul className={styles.rows}>
            {readyMadeRules().map((content) => (
              <li key={content.name}>
                <span className={styles.rule}>
                  <strong>{content.name}</strong>
                  <span className={styles.help}>{sentenceOf(content, names)}</span>
                </span>
                <Button
                  size="compact-sm"
                  aria-label={`${m.rule_ready_use()}: ${content.name}`}
                  onClick={() => setEdited({ rule: null, content })}
                >
                  {m.rule_ready_use()}
                </Button>
              </li>
            ))}
          </ul>
        </SettingsCard>
      )}
      <RunLog rules={items} names={names} ruleId={shownLog} onRule={setShownLog} />
      {edited && <RuleForm {...edited} names={names} onClose={() => setEdited(null)} />}
      {toSwitchOn && <SwitchOnDialog rule={toSwitchOn} toSwitchOn={toSwitchOn} onClose={() => setToSwitchOn(null)} />}
    </div>
  )
}
