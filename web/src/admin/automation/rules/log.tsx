import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RuleView, RunView } from '#contracts/automation/rule.ts'
import type { AutomationRuleId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import styles from '#web/admin/automation/automation.module.css'
import { runsQuery } from '#web/admin/automation/queries.ts'
import { TicketLink } from '#web/admin/automation/ticket-link.tsx'
import { SettingsCard } from '#web/admin/settings/settings-card.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'
import { outcomeLabels } from './labels.ts'
import type { Names } from './names.ts'
import { actionText } from './sentence.ts'

type Props = {
  rules: readonly RuleView[]
  names: Names
  ruleId: AutomationRuleId | null
  onRule: (id: AutomationRuleId | null) => void
}

/** What rules did and what was stopped, newest first: of all rules or of one. */
export function RunLog({ rules, names, ruleId, onRule }: Props) {
  const [isStoppedOnly, setStoppedOnly] = useState(false)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    runsQuery({ ruleId, isStoppedOnly }),
  )
  const runs = data?.pages.flatMap(({ items }) => items)
  return (
    <SettingsCard id="rule-log" title={m.rule_log()}>
      <div className={styles.line}>
        <NativeSelect
          aria-label={m.rule_log()}
          value={ruleId ?? ''}
          onChange={(event) => onRule((event.currentTarget.value || null) as AutomationRuleId | null)}
          data={[{ value: '', label: m.rule_log_all() }, ...rules.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <Checkbox
          className={styles.check ?? ''}
          label={m.rule_log_stopped_only()}
          checked={isStoppedOnly}
          onChange={(event) => setStoppedOnly(event.currentTarget.checked)}
        />
      </div>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !runs ? (
        <LoadingRows label={m.common_loading()} rows={4} />
      ) : runs.length === 0 ? (
        <p className={styles.help}>{m.rule_log_none()}</p>
      ) : (
        <ul className={styles.rows} aria-label={m.rule_log()}>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} names={names} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {m.rule_log_more()}
          </Button>
        </div>
      )}
    </SettingsCard>
  )
}

function RunRow({ run, names }: { run: RunView; names: Names }) {
  const { actions, skipped } = run.detail
  const done = actions.map((action) => actionText(action, names)).join(', ')
  return (
    <li>
      <span className={styles.rule}>
        <span>
          <strong>{run.ruleName}</strong> · <TicketLink ticketId={run.ticketId} number={run.ticketNumber} />
        </span>
        <span className={styles.help}>
          {run.outcome === 'applied' ? done || m.rule_log_nothing() : outcomeLabels[run.outcome]()}
          {run.depth > 0 && ` (${m.rule_log_depth()})`}
        </span>
        {skipped.map(({ action, reason }) => (
          <span key={JSON.stringify(action)} className={styles.warning}>
            {m.rule_log_skipped({ action: actionText(action, names), reason })}
          </span>
        ))}
      </span>
      <span className={styles.aside}>
        <RelativeTime at={run.at} />
      </span>
    </li>
  )
}
