import type { TicketRowView } from '#contracts/ticket/ticket.ts'

/** The loaded rows, newest message first, and the cursor of the next page (null: no more). */
export type Rows = { rows: TicketRowView[]; nextCursor: string | null }

type Page = { items: TicketRowView[]; nextCursor: string | null }

/** Whether `a` comes before `b` in the server's order, by last message and id. */
function isBefore(a: TicketRowView, b: TicketRowView): boolean {
  return a.lastMessageAt === b.lastMessageAt ? a.id > b.id : a.lastMessageAt > b.lastMessageAt
}

/**
 * Merges a first page that was read again. Within its range the page decides (also that a row is gone when it
 * is missing); older rows and their cursor stay.
 */
export function mergeFirstPage(known: Rows | undefined, page: Page): Rows {
  const last = page.items.at(-1)
  if (!known || !last || page.nextCursor === null) return { rows: page.items, nextCursor: page.nextCursor }
  const fresh = new Set(page.items.map((row) => row.id))
  const older = known.rows.filter((row) => !fresh.has(row.id) && isBefore(last, row))
  // No loaded row is older than this page: continue from the page's cursor.
  if (older.length === 0) return { rows: page.items, nextCursor: page.nextCursor }
  return { rows: [...page.items, ...older], nextCursor: known.nextCursor }
}

/** Appends the next page; a row that moved up meanwhile keeps its position. */
export function appendPage(known: Rows, page: Page): Rows {
  const here = new Set(known.rows.map((row) => row.id))
  return { rows: [...known.rows, ...page.items.filter((row) => !here.has(row.id))], nextCursor: page.nextCursor }
}

/** Changes one row in place; `null` removes it. Returns the same rows when it is not loaded. */
export function changeRow(known: Rows, id: string, change: (row: TicketRowView) => TicketRowView | null): Rows {
  const at = known.rows.findIndex((row) => row.id === id)
  const row = known.rows[at]
  if (!row) return known
  const next = change(row)
  return { ...known, rows: next ? known.rows.with(at, next) : known.rows.toSpliced(at, 1) }
}

/** The list row of a ticket; `isUnread` is not part of a ticket. */
export const rowOf = (ticket: TicketRowView, isUnread: boolean): TicketRowView => ({ ...ticket, isUnread })
