import { Button, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getPlatformStats, type PlatformStats } from '#contracts/owner/overview.ts'
import { systemHealth } from '#contracts/owner/system-health.ts'
import * as m from '#i18n/messages.js'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { classes } from '#web/lib/classes.ts'
import { formatNumber } from '#web/lib/format.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { dollars, healthLabel, oneDecimal, percent, signedPercent } from './labels.ts'
import styles from './panel.module.css'

type Loaded = { stats: PlatformStats | null; loadMs: number | null; error: unknown }

/** Figures, and how long they took to load. A failed load gives no figures but is shown as one. */
async function load(): Promise<Loaded> {
  const begun = performance.now()
  try {
    const stats = await call(getPlatformStats)
    return { stats, loadMs: Math.round(performance.now() - begun), error: null }
  } catch (error) {
    return { stats: null, loadMs: null, error }
  }
}

type Shown = { label: string; value: string; note?: string; aside?: ReactNode }

/** The platform's figures and the health of the system. */
export function Overview() {
  const query = useQuery({ queryKey: ['owner', 'stats'], queryFn: load })
  if (!query.data) return <LoadingRows label={m.common_loading()} rows={4} height={84} />
  const { stats, loadMs, error } = query.data
  const again = () => void query.refetch()
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <p className={styles.intro}>{stats ? m.owner_demo_note({ count: stats.demoTenants }) : null}</p>
        <Button
          className={styles.end ?? ''}
          leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
          onClick={again}
          disabled={query.isFetching}
        >
          {m.owner_refresh()}
        </Button>
      </div>
      {error !== null && <ErrorState error={error} onRetry={again} />}
      <Figures label={m.owner_system()} shown={systemFigures(loadMs)} />
      <Figures label={m.owner_platform()} shown={platformFigures(stats)} />
    </div>
  )
}

const systemFigures = (loadMs: number | null): Shown[] => [
  { label: m.owner_health(), value: healthLabel(systemHealth(loadMs)) },
  {
    label: m.owner_response_time(),
    value: loadMs === null ? m.owner_response_failed() : m.owner_milliseconds({ ms: formatNumber(loadMs) }),
    note: m.owner_response_note(),
  },
]

/** What stands for a figure that there is no data for yet; its note says why. */
const NONE = '—'

/** A share or mean with its note; without data a dash and the reason, and zero where the figures could not be loaded. */
function measured(
  label: string,
  stats: PlatformStats | null,
  key: 'growth' | 'retention' | 'aiShare' | 'satisfaction',
  { show, note, reason }: { show: (value: number) => string; note: string; reason: string },
): Shown {
  if (!stats) return { label, value: show(0), note: m.owner_not_loaded() }
  const value = stats[key]
  return value === null ? { label, value: NONE, note: reason } : { label, value: show(value), note }
}

/** Zeros where the figures could not be loaded. */
function platformFigures(stats: PlatformStats | null): Shown[] {
  const of = (key: 'tenants' | 'members' | 'tickets' | 'openTickets' | 'chats') => formatNumber(stats?.[key] ?? 0)
  const revenue = stats?.revenue
  return [
    {
      label: m.owner_tenants(),
      value: of('tenants'),
      note: m.owner_tenants_note({ active: stats?.activeTenants ?? 0, suspended: stats?.suspendedTenants ?? 0 }),
    },
    measured(m.owner_growth(), stats, 'growth', {
      show: signedPercent,
      note: m.owner_growth_note({ count: stats?.newThisMonth ?? 0 }),
      reason: m.owner_no_earlier(),
    }),
    measured(m.owner_retention(), stats, 'retention', {
      show: percent,
      note: m.owner_retention_note(),
      reason: m.owner_no_earlier(),
    }),
    { label: m.owner_members(), value: of('members'), note: m.owner_members_note() },
    { label: m.owner_tickets(), value: of('tickets'), note: m.owner_tickets_note({ count: of('openTickets') }) },
    measured(m.owner_ai_share(), stats, 'aiShare', {
      show: percent,
      note: m.owner_ai_share_note({ count: of('chats') }),
      reason: m.owner_no_chats(),
    }),
    measured(m.owner_satisfaction(), stats, 'satisfaction', {
      show: oneDecimal,
      note: m.owner_satisfaction_note(),
      reason: m.owner_no_ratings(),
    }),
    {
      label: m.owner_revenue(),
      value: dollars(revenue?.estimateCents ?? 0),
      aside: <Estimate count={revenue?.payingTenants ?? 0} />,
      note: m.owner_revenue_note(),
    },
    {
      label: m.owner_billed(),
      value: dollars(revenue?.monthlyCents ?? 0),
      note: m.owner_billed_note({ once: dollars(revenue?.onceCents ?? 0), count: revenue?.payingTenants ?? 0 }),
    },
  ]
}

function Estimate({ count }: { count: number }) {
  const formula = m.owner_estimate_formula({ count })
  return (
    <Tooltip label={formula} multiline w={260} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className={styles.estimate} aria-label={`${m.owner_estimate()}: ${formula}`}>
        {m.owner_estimate()}
      </button>
    </Tooltip>
  )
}

function Figures({ label, shown }: { label: string; shown: Shown[] }) {
  return (
    <dl className={classes(styles.figures, styles.overview)} aria-label={label}>
      {shown.map(({ label: name, value, note, aside }) => (
        <div key={name} className={styles.figure}>
          <dt>{name}</dt>
          <dd>
            <span className={styles.value}>{value}</span>
            {aside}
          </dd>
          {note && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
