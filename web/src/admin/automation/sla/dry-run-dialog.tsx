import { Button, Modal, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dryRunSla, type SlaPolicy } from '#contracts/automation/sla.ts'
import type { SlaTarget } from '#contracts/ticket/sla.ts'
import * as m from '#i18n/messages.js'
import styles from '#web/admin/automation/automation.module.css'
import { PERIODS, type Period } from '#web/admin/automation/periods.ts'
import { TicketLink } from '#web/admin/automation/ticket-link.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { targetLabels } from './labels.ts'

type Props = { policy: SlaPolicy; onClose: () => void; onSwitchOn?: () => void }

/** What agreed times would have meant for past tickets; with `onSwitchOn` the last step before they count. */
export function SlaDryRunDialog({ policy, onClose, onSwitchOn }: Props) {
  const [days, setDays] = useState<Period>(30)
  const { data, error, refetch } = useQuery({
    queryKey: ['automation', 'sla dry run', policy, days],
    queryFn: ({ signal }) => call(dryRunSla, { body: { policy, days } }, { signal }),
    gcTime: 0,
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.sla_try_title()}
      size={640}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <div className={styles.dialog}>
        <SegmentedControl
          aria-label={m.sla_period()}
          value={String(days)}
          onChange={(value) => setDays(Number(value) as Period)}
          data={PERIODS.map((one) => ({ value: String(one), label: m.sla_days({ days: one }) }))}
        />
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <LoadingRows label={m.common_loading()} rows={4} />
        ) : data.tickets === 0 ? (
          <p>{m.sla_try_none({ days })}</p>
        ) : (
          <>
            <p className={styles.help}>
              {m.sla_try_text({ count: formatNumber(data.tickets), days })}{' '}
              {data.isPartial && m.sla_try_partial({ count: formatNumber(data.tickets) })}
            </p>
            <Results results={data.results} />
            {data.rows.length > 0 && (
              <section aria-label={m.sla_try_rows()}>
                <h3 className={styles.smallTitle}>{m.sla_try_rows()}</h3>
                <ul className={styles.rows}>
                  {data.rows.map((row) => (
                    <li key={`${row.ticketId} ${row.target} ${row.dueAt}`}>
                      <TicketLink {...row} />
                      <span className={styles.aside}>
                        {targetLabels[row.target]()}, {m.sla_try_due({ at: formatDate(row.dueAt) })}
                      </span>
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </>
        )}
        <div className={styles.answers}>
          <Button onClick={onClose}>{onSwitchOn ? m.common_cancel() : m.common_close()}</Button>
          {onSwitchOn && (
            <Button variant="filled" disabled={!data} onClick={onSwitchOn}>
              {m.sla_switch_on()}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  )
}

function Results({ results }: { results: Record<SlaTarget, { met: number; breached: number; open: number }> }) {
  return (
    <table className={styles.results}>
      <thead>
        <tr>
          <td />
          <th scope="col">{m.sla_try_met()}</th>
          <th scope="col">{m.sla_try_breached()}</th>
          <th scope="col">{m.sla_try_open()}</th>
        </tr>
      </thead>
      <tbody>
        {(Object.keys(targetLabels) as SlaTarget[]).map((target) => (
          <tr key={target}>
            <th scope="row">{targetLabels[target]()}</th>
            <td>{formatNumber(results[target].met)}</td>
            <td>{formatNumber(results[target].breached)}</td>
            <td>{formatNumber(results[target].open)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
