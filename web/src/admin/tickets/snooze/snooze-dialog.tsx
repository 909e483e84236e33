import { Button, Modal, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getSnoozeTimes } from '#contracts/ticket/snooze.ts'
import * as m from '#i18n/messages.js'
import type { TicketActions } from '#web/admin/tickets/ticket-actions.ts'
import { ErrorState } from '#web/kit/states.tsx'
import { Skeleton } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import styles from './snooze.module.css'
import { timeText } from './snooze-text.ts'

type SnoozeProps = { isOpen: boolean; onClose: () => void; run: TicketActions['run'] }

/** Until when a ticket is put off: times on the business's clocks, the customer's reply, or a time of the member's own. */
export function SnoozeDialog({ isOpen, onClose, run }: SnoozeProps) {
  const snooze = (until: string) => {
    onClose()
    run({ kind: 'snooze', until })
  }
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={m.ticket_snooze_title()}
      size={420}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <Times onChoose={snooze} />
      <OwnTime onChoose={snooze} />
    </Modal>
  )
}

type Choosing = { onChoose: (until: string) => void }

function Times({ onChoose }: Choosing) {
  const times = useQuery({
    queryKey: ['tickets', 'snooze-times'],
    queryFn: ({ signal }) => call(getSnoozeTimes, {}, { signal }),
    // They are of this hour.
    staleTime: 0,
    gcTime: 0,
  })
  if (times.error) return <ErrorState error={times.error} onRetry={() => void times.refetch()} />
  if (!times.data) return <Skeleton height="196px" />
  const { timezone, laterToday, tomorrow, nextWeek } = times.data
  const offered: [name: string, at: string | null][] = [
    [m.ticket_snooze_later(), laterToday],
    [m.ticket_snooze_tomorrow(), tomorrow],
    [m.ticket_snooze_next_week(), nextWeek],
  ]
  return (
    <div className={styles.times}>
      {offered.map(([name, at]) =>
        at === null ? null : (
          <button key={name} type="button" className={styles.time} onClick={() => onChoose(at)}>
            <span>{name}</span>
            <time dateTime={at}>{timeText(at, timezone)}</time>
          </button>
        ),
      )}
      <button type="button" className={styles.time} onClick={() => onChoose('reply')}>
        <span>{m.ticket_snooze_reply()}</span>
      </button>
      <p className={styles.note}>{m.ticket_snooze_note({ timezone: timezone.replaceAll('_', ' ') })}</p>
    </div>
  )
}

function OwnTime({ onChoose }: Choosing) {
  const [value, setValue] = useState('')
  const [error, setError] = useState<string | null>(null)
  const choose = () => {
    const at = new Date(value)
    if (!value || Number.isNaN(at.getTime())) setError(m.ticket_snooze_own_missing())
    else if (at.getTime() <= Date.now()) setError(m.error_snooze_past())
    else onChoose(at.toISOString())
  }
  return (
    <form
      className={styles.own}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        choose()
      }}
    >
      <TextInput
        type="datetime-local"
        label={m.ticket_snooze_own()}
        value={value}
        error={error}
        onChange={(event) => {
          setValue(event.currentTarget.value)
          setError(null)
        }}
      />
      <Button type="submit">{m.ticket_snooze()}</Button>
    </form>
  )
}
