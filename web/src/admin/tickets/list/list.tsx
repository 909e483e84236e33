import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { TicketRowView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { isFiltered, type ListFilter } from '#web/admin/tickets/filter.ts'
import { listQuery, readAhead, readMore } from '#web/admin/tickets/queries.ts'
import type { Rows } from '#web/admin/tickets/rows.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { failureText } from '#web/lib/failure-text.ts'
import { useVisibleRows } from '#web/ui/visible-rows.ts'
import styles from './list.module.css'
import { ROW_HEIGHT, TicketRow } from './row.tsx'
import { Failed, Waiting } from './states.tsx'

const Nothing = lazyPart(async () => (await import('./nothing.tsx')).Nothing)
const SampleRow = lazyPart(async () => (await import('./nothing.tsx')).SampleRow)

/** The next page is read this many rows before the end. */
const AHEAD = 25

/** A key that is held down passes over rows faster than this. */
const STEADY_MS = 80

/**
 * Actions of the keyboard in the list: `move` goes up or down by one row and focuses it, and opens it where a ticket is open beside the list;
 * `select` marks the focused row.
 */
export type ListHandle = { move: (by: 1 | -1) => void; focus: () => void; select: () => void }

type ListProps = {
  filter: ListFilter
  openId: string | undefined
  /** The ticket that was open last: the keys start from it. */
  anchor: RefObject<string | undefined>
  onOpen: (id: string, isStep?: boolean) => void
  hrefOf: (id: string) => string
  onClear: () => void
  onNew: () => void
  /** The tickets that are marked for a change of many. */
  selected: ReadonlySet<string>
  onSelect: (id: string) => void
  handle: RefObject<ListHandle | null>
}

/** The tickets of a filter as a virtual list that reads further pages on scrolling. */
export function TicketList(props: ListProps) {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(listQuery(client, props.filter))
  if (!data && !error) return <Waiting />
  return (
    <div className={styles.list}>
      {error && <Failed error={error} isTrying={isFetching} onRetry={() => void refetch()} />}
      {data && data.rows.length === 0 && !error && (
        <Nothing isFiltered={isFiltered(props.filter)} onClear={props.onClear} onNew={props.onNew} />
      )}
      {data && data.rows.length > 0 && <Scroller {...props} data={data} />}
      {error && <SampleRow />}
    </div>
  )
}

function useMore(filter: ListFilter, data: Rows, lastInView: number) {
  const client = useQueryClient()
  const isReading = useRef(false)
  const [error, setError] = useState<unknown>(null)
  const read = async () => {
    if (isReading.current) return
    isReading.current = true
    setError(null)
    await readMore(client, filter).catch(setError)
    isReading.current = false
  }
  const isNear = data.nextCursor !== null && lastInView >= data.rows.length - AHEAD
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the end comes near, and after each page
  useEffect(() => {
    if (isNear && !error) void read()
  }, [isNear, data.nextCursor])
  return { error, read }
}

/** Reads the tickets beside the focused or open one, so that the next key shows its text at once. */
function useReadAhead(ids: readonly string[]): void {
  const client = useQueryClient()
  const key = ids.join()
  useEffect(() => {
    const timer = setTimeout(() => readAhead(client, key.split(',').filter(Boolean)), STEADY_MS)
    return () => clearTimeout(timer)
  }, [client, key])
}

function Scroller({
  filter,
  openId,
  anchor,
  onOpen,
  hrefOf,
  handle,
  data,
  selected,
  onSelect,
}: ListProps & { data: Rows }) {
  const scroller = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const { rows } = data
  const visible = useVisibleRows({ scroller, count: rows.length, rowHeight: ROW_HEIGHT, overscan: 8 })
  const more = useMore(filter, data, visible.end - 1)
  const indexOf = (id: string | null | undefined) => (id ? rows.findIndex((row) => row.id === id) : -1)
  const stop = Math.max(0, indexOf(focused) >= 0 ? indexOf(focused) : indexOf(openId))
  useReadAhead((focused ?? openId) ? rows.slice(Math.max(0, stop - 1), stop + 2).map((row) => row.id) : [])
  const focusRow = (index: number) => {
    const row = rows[index]
    if (!row) return
    setFocused(row.id)
    visible.scrollTo(index)
    focusWhenThere(scroller, row, 10)
  }
  useListHandle(handle, {
    move: (by) => {
      const isInside = scroller.current?.contains(document.activeElement) ?? false
      const from = isInside || indexOf(openId) < 0 ? stop : indexOf(openId)
      const to = isInside || openId ? Math.min(rows.length - 1, Math.max(0, from + by)) : from
      focusRow(to)
      if (openId && rows[to] && rows[to].id !== openId) onOpen(rows[to].id, true)
    },
    focus: () => focusRow(focused ? stop : Math.max(0, indexOf(openId ?? anchor.current))),
    select: () => {
      const row = rows[stop]
      if (row) onSelect(row.id)
    },
  })
  return (
    <div ref={scroller} className={styles.scroller} data-selecting={selected.size > 0 || undefined}>
      <ul className={styles.rows} style={{ height: rows.length * ROW_HEIGHT }} aria-label={m.ticket_list()}>
        {rows.slice(visible.first, visible.end).map((row, offset) => {
          const index = visible.first + offset
          return (
            <li
              key={row.id}
              className={styles.item}
              style={{ transform: `translateY(${index * ROW_HEIGHT}px)` }}
              aria-setsize={data.nextCursor ? -1 : rows.length}
              aria-posinset={index + 1}
            >
              <TicketRow
                row={row}
                href={hrefOf(row.id)}
                isOpen={row.id === openId}
                isStop={index === stop}
                onOpen={onOpen}
                onFocus={setFocused}
              />
              <input
                type="checkbox"
                className={styles.select}
                aria-label={m.bulk_select({ subject: row.subject })}
                tabIndex={index === stop ? 0 : -1}
                checked={selected.has(row.id)}
                onChange={() => onSelect(row.id)}
              />
            </li>
          )
        })}
      </ul>
      {more.error !== null && (
        <div className={styles.more} role="alert">
          {failureText(more.error)}
          <Button size="xs" onClick={() => void more.read()}>
            {m.common_retry()}
          </Button>
        </div>
      )}
      <p className={styles.end} role="status">
        {data.nextCursor ? m.ticket_loading_more() : m.ticket_end()}
      </p>
    </div>
  )
}

/** Focuses a row that is rendered only after scrolling to it. */
function focusWhenThere(scroller: RefObject<HTMLElement | null>, row: TicketRowView, tries: number): void {
  const element = scroller.current?.querySelector<HTMLElement>(`[data-row="${row.id}"]`)
  if (element) element.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusWhenThere(scroller, row, tries - 1))
}

function useListHandle(handle: RefObject<ListHandle | null>, value: ListHandle): void {
  useEffect(() => {
    handle.current = value
    return () => {
      handle.current = null
    }
  })
}
