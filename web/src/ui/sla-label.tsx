import { IconAlarm, IconAlertTriangle, IconCircleCheck, IconPlayerPause, IconStopwatch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { SlaState, TicketSlaLabel } from '#contracts/ticket/sla.ts'
import * as m from '#i18n/messages.js'
import { classes } from '#web/lib/classes.ts'
import { formatAge, formatExact } from '#web/lib/format.ts'
import styles from './sla-label.module.css'
import { slaStates } from './sla-states.ts'

const icons = {
  soon: IconAlarm,
  breached: IconAlertTriangle,
  running: IconStopwatch,
  paused: IconPlayerPause,
  met: IconCircleCheck,
} satisfies Record<SlaState, unknown>

/**
 * How a ticket stands against its agreed times: by icon, word and colour. With a time that runs it says until when. `isShort` leaves out what is
 * neither due nor breached, for dense rows.
 */
export function SlaLabel({ sla, isShort }: { sla: TicketSlaLabel; isShort?: boolean }) {
  const { state, dueAt } = sla
  if (isShort && (state === 'met' || state === 'paused')) return null
  const Icon = icons[state]
  const label = slaStates[state]
  const title = dueAt ? m.sla_due_exact({ state: label(), at: formatExact(dueAt) }) : label()
  return (
    <span className={classes(styles.label, styles[state])} title={title}>
      <Icon size={14} stroke={1.75} aria-hidden="true" />
      {dueAt && (state === 'running' || state === 'soon') ? <Due at={dueAt} isShort={isShort} /> : label()}
    </span>
  )
}

function Due({ at, isShort }: { at: string; isShort: boolean | undefined }) {
  const now = useNow()
  const [before, after] = m.sla_due_in({ time: '\0' }).split('\0')
  return (
    <span>
      <span className={isShort ? 'visually-hidden' : undefined}>{before}</span>
      {formatTimeLeft(at, now)}
      {after}
    </span>
  )
}

const TICK_MS = 20_000

/** The time, each 20 seconds anew. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** How long until an instant, in at most four characters; `now` in its last minute and after it. */
const formatTimeLeft = (at: string, now: number): string => formatAge(new Date(now).toISOString(), Date.parse(at))
