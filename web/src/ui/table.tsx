import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import * as m from '#i18n/messages.js'
import { classes } from '#web/lib/classes.ts'
import styles from './table.module.css'
import { useVisibleRows } from './visible-rows.ts'

export type Column<Row> = {
  key: string
  header: string
  /** A cell. An empty one (null, undefined, '') shows a dash. */
  render: (row: Row) => ReactNode
  /** Makes the column sortable, here. */
  compare?: (a: Row, b: Row) => number
  /** Makes the column sortable where the rows come sorted (`onSort`). */
  isSortable?: boolean
  /** Numbers stand at the end. */
  isNumber?: boolean
  /** CSS width; without it the column shares what is left. */
  width?: string
}

export type Sort = { key: string; isDescending: boolean }

export type TableProps<Row> = {
  /** Label of the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  onOpen?: (row: Row) => void
  isSelected?: (row: Row) => boolean
  initialSort?: Sort
  /** The order of rows that the server sorts, and how to ask for another. */
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Row height in pixels: 44, or 36 for dense. */
  rowHeight?: number
  /** Below the last row, for example "Load more". */
  footer?: ReactNode
}

/** With more rows than this only those in view are rendered. */
const VIRTUAL_FROM = 80

function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | undefined): readonly Row[] {
  const compare = columns.find((column) => column.key === sort?.key)?.compare
  if (!compare || !sort) return rows
  return rows.toSorted((a, b) => (sort.isDescending ? -compare(a, b) : compare(a, b)))
}

function useWindowOf<Row>(rows: readonly Row[], rowHeight: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const isVirtual = rows.length > VIRTUAL_FROM
  const { first, end } = useVisibleRows({ scroller, count: rows.length, rowHeight, overscan: 12 })
  if (!isVirtual) return { scroller, rows, before: 0, after: 0 }
  return { scroller, rows: rows.slice(first, end), before: first * rowHeight, after: (rows.length - end) * rowHeight }
}

/** A table with a fixed header, sortable columns, rows that open by click or Enter, and virtual scrolling. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { label, columns, keyOf, onOpen, isSelected, rowHeight = 44, footer } = props
  const [ownSort, setOwnSort] = useState(props.initialSort)
  const [sort, setSort] = props.onSort ? [props.sort, props.onSort] : [ownSort, setOwnSort]
  const all = useMemo(() => sorted(props.rows, columns, sort), [props.rows, columns, sort])
  const { scroller, rows, before, after } = useWindowOf(all, rowHeight)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={scroller} className={styles.scroller} aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-rowcount={all.length + 1}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={setSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Gap height={before} span={columns.length} />}
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              style={{ height: rowHeight }}
              className={classes(styles.row, onOpen && styles.opens)}
              aria-selected={isSelected?.(row)}
              tabIndex={onOpen ? 0 : undefined}
              onClick={() => onOpen?.(row)}
              onKeyDown={(event) => event.key === 'Enter' && event.target === event.currentTarget && onOpen?.(row)}
            >
              {columns.map((column) => (
                <td key={column.key} className={column.isNumber ? styles.number : undefined}>
                  {filled(column.render(row))}
                </td>
              ))}
            </tr>
          ))}
          {after > 0 && <Gap height={after} span={columns.length} />}
        </tbody>
      </table>
      {footer}
    </section>
  )
}

/** A cell, or a dash for an empty one. */
export function filled(cell: ReactNode): ReactNode {
  const isEmpty = cell === null || cell === undefined || cell === ''
  return isEmpty ? <span className={styles.dash}>{m.common_none()}</span> : cell
}

function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr>
      <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
    </tr>
  )
}

type HeadProps<Row> = { column: Column<Row>; sort: Sort | undefined; onSort: (sort: Sort) => void }

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const isActive = sort?.key === column.key
  const isDescending = isActive && sort.isDescending
  const Arrow = isDescending ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      style={{ width: column.width }}
      className={column.isNumber ? styles.number : undefined}
      aria-sort={isActive ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      {column.compare || column.isSortable ? (
        <button
          type="button"
          className={styles.sort}
          title={m.common_sort_by({ column: column.header })}
          onClick={() => onSort({ key: column.key, isDescending: isActive && !isDescending })}
        >
          {column.header}
          <Arrow size={14} stroke={1.5} className={isActive ? styles.arrow : styles.arrowIdle} aria-hidden="true" />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}
