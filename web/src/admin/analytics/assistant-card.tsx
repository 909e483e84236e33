import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import type { AssistantReport, ChatOutcome, ChosenDays } from '#contracts/report/report.ts'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { Card } from '#web/kit/surface.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { formatPercent } from '#web/lib/format-percent.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import styles from './analytics.module.css'

const Chats = lazyPart(async () => (await import('./chats.tsx')).Chats)

const OUTCOMES: Record<ChatOutcome, { label: () => string; text: () => string; color: string }> = {
  confirmed: { label: m.analytics_confirmed, text: m.analytics_confirmed_text, color: 'var(--resolved-mark)' },
  assumed: { label: m.analytics_assumed, text: m.analytics_assumed_text, color: 'var(--accent-fill)' },
  returned: { label: m.analytics_returned, text: m.analytics_returned_text, color: 'var(--waiting-mark)' },
  person: { label: m.analytics_person, text: m.analytics_person_text, color: 'var(--closed-mark)' },
}

const outcomeKinds = Object.keys(OUTCOMES) as ChatOutcome[]

/** How the chats that the assistant answered ended; each outcome opens its chats. The open one is in the address. */
export function AssistantCard({ period, read }: { period: ChosenDays; read: UseQueryResult<AssistantReport> }) {
  const heading = useId()
  const [search, change] = useSectionSearch()
  const opened = outcomeKinds.find((one) => one === search.chats)
  const { data, error } = read
  return (
    <Card className={styles.block} aria-labelledby={heading}>
      <h2 id={heading}>{m.analytics_assistant()}</h2>
      {error && <ErrorState error={error} onRetry={() => void read.refetch()} />}
      {!data && !error && <LoadingRows label={m.common_loading()} rows={4} />}
      {data && !error && <Outcomes outcomes={data.outcomes} onOpen={(chats) => change({ chats })} />}
      {opened && (
        <Chats
          period={period}
          outcome={opened}
          title={OUTCOMES[opened].label()}
          text={OUTCOMES[opened].text()}
          onClose={() => change({ chats: undefined })}
        />
      )}
    </Card>
  )
}

type OutcomesProps = { outcomes: AssistantReport['outcomes']; onOpen: (outcome: ChatOutcome) => void }

function Outcomes({ outcomes, onOpen }: OutcomesProps) {
  const all = outcomeKinds.reduce((sum, outcome) => sum + outcomes[outcome].value, 0)
  if (all === 0) return <p className={styles.none}>{m.analytics_no_chats()}</p>
  return (
    <ul className={styles.plain}>
      {outcomeKinds.map((outcome) => {
        const { value, before } = outcomes[outcome]
        const { label, text, color } = OUTCOMES[outcome]
        return (
          <li key={outcome} className={styles.outcome}>
            <button type="button" className={styles.open} onClick={() => onOpen(outcome)} disabled={value === 0}>
              {label()}
            </button>
            <span className={styles.amount}>
              {m.analytics_outcome({ count: formatNumber(value), share: formatPercent(value / all) })}
            </span>
            <span className={styles.track} aria-hidden="true">
              <span style={{ width: `${(100 * value) / all}%`, background: color }} />
            </span>
            <span className={styles.explained}>
              {text()} {m.analytics_before({ count: formatNumber(before) })}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
