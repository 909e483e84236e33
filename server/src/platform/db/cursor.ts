import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Where a page of a list ended that is sorted newest first: the last row's time, and its id where several share a moment. */
export type ListPosition = { at: Date; id: string }

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i
/** Years that both sides can hold; no list goes back or ahead further. */
const INSTANT = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The place as a cursor. */
export const encodeCursor = ({ at, id }: ListPosition): string =>
  Buffer.from(`${at.toISOString()}|${id}`).toString('base64url')

/** The place a cursor names. One that we did not write begins at the top: it is a place, not a right. */
export function decodeCursor(cursor: string | undefined): ListPosition | null {
  const [instant = '', id = ''] = Buffer.from(cursor ?? '', 'base64url')
    .toString('utf8')
    .split('|')
  const at = new Date(instant)
  return INSTANT.test(instant) && !Number.isNaN(at.getTime()) && UUID.test(id) ? { at, id } : null
}

/** What follows a place in a list sorted by the two columns, both downward: as one comparison, the index begins there. */
export const afterCursor = (at: PgColumn, id: PgColumn, place: ListPosition | null): SQL | undefined =>
  place ? sql`(${at}, ${id}) < (${sql.param(place.at, at)}, ${sql.param(place.id, id)})` : undefined

/** A page out of rows that were read with one more than its size, and the cursor of the next. */
export function pageFrom<Row>(rows: Row[], size: number, placeOf: (row: Row) => ListPosition) {
  const items = rows.slice(0, size)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > size && last ? encodeCursor(placeOf(last)) : null }
}
