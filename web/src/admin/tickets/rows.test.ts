import { describe, expect, it } from 'vitest'
import type { TicketRowView } from '#contracts/ticket/ticket.ts'
import { addressPartsOf, filterFrom, matchesFilter, noFilter } from './filter.ts'
import { appendPage, changeRow, mergeFirstPage, type Rows } from './rows.ts'

const row = (minute: number, more: Partial<TicketRowView> = {}) =>
  ({
    id: `id-${minute}`,
    lastMessageAt: `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`,
    status: 'open',
    priority: 'medium',
    assignee: null,
    ...more,
  }) as TicketRowView
const ids = ({ rows }: Rows) => rows.map((one) => one.id)

describe('the rows of the ticket list', () => {
  const known: Rows = { rows: [row(50), row(40), row(30), row(20)], nextCursor: 'below 20' }

  it('keep later pages when the first page is read again, each row once', () => {
    const page = { items: [row(55), row(50)], nextCursor: 'below 50' }
    const merged = mergeFirstPage(known, page)
    expect(ids(merged)).toEqual(['id-55', 'id-50', 'id-40', 'id-30', 'id-20'])
    expect(merged.nextCursor).toBe('below 20')
  })

  it('lose a row that the first page omits, and move a row with a new message up', () => {
    const moved = row(56, { id: 'id-30' })
    const merged = mergeFirstPage(known, { items: [moved, row(40)], nextCursor: 'below 40' })
    expect(ids(merged)).toEqual(['id-30', 'id-40', 'id-20'])
  })

  it('are replaced by a first page that is the only one or overlaps with none of them', () => {
    expect(ids(mergeFirstPage(known, { items: [row(50)], nextCursor: null }))).toEqual(['id-50'])
    const far = mergeFirstPage(known, { items: [row(59), row(10)], nextCursor: 'below 10' })
    expect(far).toEqual({ rows: [row(59), row(10)], nextCursor: 'below 10' })
  })

  it('get the next page without duplicates', () => {
    const more = appendPage(known, { items: [row(20), row(10)], nextCursor: null })
    expect(ids(more)).toEqual(['id-50', 'id-40', 'id-30', 'id-20', 'id-10'])
    expect(more.nextCursor).toBeNull()
  })

  it('change or remove one row, and stay the same object when it is not loaded', () => {
    expect(changeRow(known, 'id-99', () => null)).toBe(known)
    expect(ids(changeRow(known, 'id-40', () => null))).toEqual(['id-50', 'id-30', 'id-20'])
    expect(changeRow(known, 'id-40', (one) => ({ ...one, status: 'closed' })).rows[1]?.status).toBe('closed')
  })
})

describe('the filter of the ticket list', () => {
  it('reads an address and writes it back, without unknown values', () => {
    const search = {
      status: 'waiting,extreme',
      priority: 'extreme',
      assignee: 'me',
      tag: 'a%2Cb,c',
      search: 'x',
      days: '7',
    }
    const filter = filterFrom(search)
    expect(filter).toEqual({
      statuses: ['waiting'],
      assignees: ['me'],
      tags: ['a,b', 'c'],
      words: 'x',
      createdWithinDays: 7,
    })
    expect(filterFrom(addressPartsOf(filter))).toEqual(filter)
    expect(filterFrom({ status: 'active' }).statuses).toEqual(['open', 'in-progress', 'waiting'])
  })

  it('matches rows by status, priority and assignee', () => {
    const mine = row(1, { assignee: { id: 'me-id', name: 'Me' } as TicketRowView['assignee'], status: 'waiting' })
    expect(matchesFilter(noFilter, mine, 'me-id')).toBe(true)
    expect(matchesFilter({ ...noFilter, statuses: ['open'] }, mine, 'me-id')).toBe(false)
    expect(matchesFilter({ ...noFilter, assignees: ['me'] }, mine, 'me-id')).toBe(true)
    expect(matchesFilter({ ...noFilter, assignees: ['none'] }, mine, 'me-id')).toBe(false)
  })
})
