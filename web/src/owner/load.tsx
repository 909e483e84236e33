import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { TenantId } from '#contracts/ids.ts'
import { getLoad, type PlatformLoad } from '#contracts/owner/load.ts'
import { LOAD_MEASURES, type LoadMeasure } from '#contracts/owner/load-measure.ts'
import * as m from '#i18n/messages.js'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { ErrorState } from '#web/kit/states.tsx'
import { Badge } from '#web/kit/surface.tsx'
import { call } from '#web/lib/call.ts'
import { formatClock, formatNumber } from '#web/lib/format.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { CardTable } from '#web/ui/card-table.tsx'
import { LoadingRows } from '#web/ui/parts.tsx'
import type { Column } from '#web/ui/table.tsx'
import { duration, measureLabel, measureOptions, percent } from './labels.ts'
import styles from './panel.module.css'

const TenantDrawer = lazyDialog(async () => (await import('./tenant-drawer.tsx')).TenantDrawer)

type Business = PlatformLoad['tenants'][number]
type Queue = PlatformLoad['queues'][number]

const REFRESH_MS = 10_000

/** What the installation is busy with: businesses that use most, queues, and statements that take long. */
export function Load() {
  const [by, setBy] = useState<LoadMeasure>('databaseMs')
  const [openId, setOpenId] = useState<TenantId | null>(null)
  const query = useQuery({
    queryKey: ['owner', 'load', by],
    queryFn: () => call(getLoad, { query: { by } }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  const { data, error } = query
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <p className={styles.intro}>{m.owner_load_text()}</p>
        <Select
          className={styles.choice ?? ''}
          label={m.owner_load_by()}
          allowDeselect={false}
          data={measureOptions()}
          value={by}
          onChange={(value) => setBy((value ?? 'databaseMs') as LoadMeasure)}
        />
      </div>
      {!data && query.isPending && <LoadingRows label={m.common_loading()} />}
      {error && <ErrorState error={error} onRetry={() => void query.refetch()} />}
      {data && (
        <>
          <Businesses load={data} by={by} onOpen={setOpenId} />
          <Queues queues={data.queues} />
          <Statements load={data} />
        </>
      )}
      <TenantDrawer isOpen={openId !== null} id={openId} onClose={() => setOpenId(null)} />
    </div>
  )
}

/** A part with its heading, or what is said in its place. */
function Part({ title, empty, children }: { title: string; empty: string | null; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {empty ? <p className={styles.intro}>{empty}</p> : children}
    </section>
  )
}

type BusinessesProps = { load: PlatformLoad; by: LoadMeasure; onOpen: (id: TenantId) => void }

function Businesses({ load: { tenants, total, since }, by, onOpen }: BusinessesProps) {
  const title = m.owner_load_businesses({ time: formatClock(since) })
  return (
    <Part title={title} empty={tenants.length === 0 ? m.owner_load_no_businesses() : null}>
      <div className={styles.table}>
        <CardTable
          label={title}
          columns={businessColumns(by, total[by])}
          rows={tenants}
          keyOf={({ tenantId }) => tenantId}
          onOpen={({ tenantId, name }) => name !== null && onOpen(tenantId)}
        />
      </div>
    </Part>
  )
}

function businessColumns(by: LoadMeasure, total: number): Column<Business>[] {
  const count = (key: LoadMeasure): Column<Business> => ({
    key,
    header: measureLabel(key),
    width: '130px',
    isNumber: true,
    render: (business) => (key === 'databaseMs' ? duration(business[key]) : formatNumber(business[key])),
  })
  return [
    { key: 'name', header: m.owner_business(), render: ({ name }) => name ?? m.owner_load_deleted() },
    {
      key: 'share',
      header: m.owner_load_share(),
      width: '110px',
      isNumber: true,
      render: (business) => (total > 0 ? percent(business[by] / total) : null),
    },
    ...LOAD_MEASURES.map(count),
  ]
}

/** The queues in which something waits, runs or failed, the longest wait first. */
function Queues({ queues }: { queues: readonly Queue[] }) {
  const busy = queues
    .filter(({ waiting, active, retrying, failed }) => waiting + active + retrying + failed > 0)
    .toSorted((a, b) => (a.oldestDueAt ?? '9').localeCompare(b.oldestDueAt ?? '9'))
  return (
    <Part title={m.owner_queues()} empty={busy.length === 0 ? m.owner_load_no_queues() : null}>
      <div className={styles.table}>
        <CardTable label={m.owner_queues()} columns={queueColumns()} rows={busy} keyOf={({ name }) => name} />
      </div>
    </Part>
  )
}

function queueColumns(): Column<Queue>[] {
  const count = (key: 'waiting' | 'active' | 'retrying' | 'failed', header: string): Column<Queue> => ({
    key,
    header,
    width: '130px',
    isNumber: true,
    render: (queue) => formatNumber(queue[key]),
  })
  return [
    { key: 'name', header: m.owner_queue(), render: ({ name }) => <span className={styles.code}>{name}</span> },
    {
      key: 'oldest',
      header: m.owner_load_oldest(),
      width: '160px',
      render: ({ oldestDueAt }) => oldestDueAt && <RelativeTime at={oldestDueAt} />,
    },
    count('waiting', m.owner_job_waiting()),
    count('active', m.owner_job_active()),
    count('retrying', m.owner_job_retrying()),
    count('failed', m.owner_job_failed()),
  ]
}

function Statements({ load: { running, slow, statistics, since } }: { load: PlatformLoad }) {
  return (
    <>
      <Part title={m.owner_load_running()} empty={running.length === 0 ? m.owner_load_no_running() : null}>
        <ul className={styles.list}>
          {running.map(({ text, ms, isBlocked }) => (
            <li key={`${text} ${ms}`} className={styles.item}>
              <div>
                <p className={styles.code}>{text}</p>
                <p className={styles.sub}>{m.owner_load_running_for({ time: duration(ms) })}</p>
              </div>
              {isBlocked && <Badge tone="waiting">{m.owner_load_blocked()}</Badge>}
            </li>
          ))}
        </ul>
      </Part>
      <StatementList
        title={m.owner_load_slow({ time: formatClock(since) })}
        empty={m.owner_load_no_slow()}
        statements={slow}
      />
      {statistics && (
        <StatementList title={m.owner_load_statistics()} empty={m.owner_load_no_statistics()} statements={statistics} />
      )}
    </>
  )
}

function StatementList(props: { title: string; empty: string; statements: PlatformLoad['slow'] }) {
  return (
    <Part title={props.title} empty={props.statements.length === 0 ? props.empty : null}>
      <ul className={styles.list}>
        {props.statements.map(({ text, count, totalMs, longestMs }) => (
          <li key={text} className={styles.item}>
            <div>
              <p className={styles.code}>{text}</p>
              <p className={styles.sub}>
                {m.owner_times({ count: formatNumber(count) })} ·{' '}
                {m.owner_load_times({ total: duration(totalMs), longest: duration(longestMs) })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Part>
  )
}
