import { Button, Modal, SegmentedControl } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dryRunRule, type RuleContent, type RuleView, switchRule } from '#contracts/automation/rule.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import * as m from '#i18n/messages.js'
import styles from '#web/admin/automation/automation.module.css'
import { PERIODS, type Period } from '#web/admin/automation/periods.ts'
import { rulesQuery } from '#web/admin/automation/queries.ts'
import { TicketLink } from '#web/admin/automation/ticket-link.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'

type Tried = Pick<RuleContent, 'trigger' | 'time' | 'conditions'>
type Props = {
  rule: Tried
  /** The rule to switch on, where this is the last step before it runs. */
  toSwitchOn?: RuleView
  onClose: () => void
}

/** Which past tickets a rule would have touched. */
export function RuleDryRunDialog({ rule, toSwitchOn, onClose }: Props) {
  const client = useQueryClient()
  const [days, setDays] = useState<Period>(30)
  const { trigger, time, conditions } = rule
  const { data, error, refetch } = useQuery({
    queryKey: ['automation', 'rule dry run', trigger, time, conditions, days],
    queryFn: ({ signal }) => call(dryRunRule, { body: { trigger, time, conditions, days } }, { signal }),
    gcTime: 0,
  })
  const switchOn = ({ id, version, name }: RuleView) =>
    call(switchRule, { params: { automationRuleId: id }, body: { version, isOn: true } })
      .then(() => {
        notify.success(m.rule_switched_on({ rule: name }))
        onClose()
      })
      .catch(notify.failure)
      .finally(() => void client.invalidateQueries({ queryKey: rulesQuery.queryKey }))
  return (
    <Modal
      opened
      onClose={onClose}
      title={toSwitchOn ? m.rule_switch_on_title({ rule: toSwitchOn.name }) : m.rule_try_title()}
      size={640}
      zIndex={300}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <div className={styles.dialog}>
        {trigger !== 'time_passed' && (
          <SegmentedControl
            aria-label={m.sla_period()}
            value={String(days)}
            onChange={(value) => setDays(Number(value) as Period)}
            data={PERIODS.map((one) => ({ value: String(one), label: m.sla_days({ days: one }) }))}
          />
        )}
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Touched found={data} trigger={trigger} days={days} />
        ) : (
          <LoadingRows label={m.common_loading()} rows={4} />
        )}
        <div className={styles.answers}>
          <Button onClick={onClose}>{toSwitchOn ? m.common_cancel() : m.common_close()}</Button>
          {toSwitchOn && (
            <Button variant="filled" disabled={!data} onClick={() => void switchOn(toSwitchOn)}>
              {m.sla_switch_on()}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  )
}

type TouchedProps = { found: ReplyOf<typeof dryRunRule>; trigger: RuleContent['trigger']; days: Period }

function Touched({ found: { count, isMore, rows }, trigger, days }: TouchedProps) {
  const given = { count: formatNumber(count), days }
  const counted = isMore ? m.rule_try_more(given) : m.rule_try_count(given)
  return (
    <>
      <p>
        <strong>{count === 0 ? m.rule_try_none() : trigger === 'time_passed' ? m.rule_try_due(given) : counted}</strong>
      </p>
      <p className={styles.help}>{HINTS[trigger]?.() ?? m.rule_try_today()}</p>
      {rows.length > 0 && (
        <ul className={styles.rows} aria-label={m.rule_try_rows()}>
          {rows.map((row) => (
            <li key={row.ticketId}>
              <TicketLink {...row} />
              <span className={styles.aside}>
                {row.customerName}, {formatDate(row.createdAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** With what past tickets were compared, where it is not the tickets of today alone. */
const HINTS: Partial<Record<RuleContent['trigger'], () => string>> = {
  created: m.rule_try_created,
  status_changed: m.rule_try_changed,
  priority_changed: m.rule_try_changed,
  assigned: m.rule_try_changed,
  tags_changed: m.rule_try_changed,
  time_passed: m.rule_try_due_text,
}
