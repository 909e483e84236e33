import type { TicketRowView } from '#contracts/ticket/ticket.ts'

/** The rows that are here, newest message first, and the cursor to older ones (null: these are all). */
export type Rows = { rows: TicketRowView[]; nextCursor: string | null }

type Page = { items: TicketRowView[]; nextCursor: string | null }

/** Whether `a` stands before `b`: the server's order, by last message and id. */
function isBefore(a: TicketRowView, b: TicketRowView): boolean {
  return a.lastMessageAt === b.lastMessageAt ? a.id > b.id : a.lastMessageAt > b.lastMessageAt
}

/**
 * Lays a freshly read first page over what is here. Rows the page reaches down to are as it says (also gone when it
 * leaves them out); older ones, read by scrolling, stay, and so does the cursor below them.
 */
export function mergeFirstPage(known: Rows | undefined, page: Page): Rows {
  const last = page.items.at(-1)
  if (!known || !last || page.nextCursor === null) return { rows: page.items, nextCursor: page.nextCursor }
  const fresh = new Set(page.items.map((row) => row.id))
  const older = known.rows.filter((row) => !fresh.has(row.id) && isBefore(last, row))
  // Nothing of what was here lies below this page: what follows must be read from the page's own end.
  if (older.length === 0) return { rows: page.items, nextCursor: page.nextCursor }
  return { rows: [...page.items, ...older], nextCursor: known.nextCursor }
}

/** Puts the next page under what is here; a row that moved up meanwhile stays where it is. */
export function appendPage(known: Rows, page: Page): Rows {
  const here = new Set(known.rows.map((row) => row.id))
  return { rows: [...known.rows, ...page.items.filter((row) => !here.has(row.id))], nextCursor: page.nextCursor }
}

/** Changes one row where it stands; `null` takes it out. The same rows come back when it is not here. */
export function changeRow(known: Rows, id: string, change: (row: TicketRowView) => TicketRowView | null): Rows {
  const at = known.rows.findIndex((row) => row.id === id)
  const row = known.rows[at]
  if (!row) return known
  const next = change(row)
  return { ...known, rows: next ? known.rows.with(at, next) : known.rows.toSpliced(at, 1) }
}

/** The part of a whole ticket that is its row, without the mark of what the reader has not read. */
export function rowOf(ticket: TicketRowView, isUnread: boolean): TicketRowView {
  const { id, number, subject, preview, status, priority, category, customerName, customerEmail } = ticket
  const { assignee, isEscalatedByAi, isDemo, lastMessageAt, createdAt, updatedAt } = ticket
  return {
    ...{ id, number, subject, preview, status, priority, category, customerName, customerEmail },
    ...{ assignee, isEscalatedByAi, isDemo, isUnread, lastMessageAt, createdAt, updatedAt },
  }
}
