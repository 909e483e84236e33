import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import * as m from '#i18n/messages.js'
import { invalid } from '#server/platform/errors.ts'

/** Encodes the position of a list's last row as an opaque text for the client, and decodes it. */
export type CursorCodec<Position> = {
  encode(position: Position): string
  /** Null for no cursor: the list begins. Throws invalid_input for a cursor that does not decode. */
  decode(cursor: string | null | undefined): Position | null
}

/** A codec for the positions a schema allows. Values are encoded as JSON, so that a `Date` becomes an instant (`CursorTime`). */
export function cursorOf<Position>(schema: z.ZodType<Position>): CursorCodec<Position> {
  return {
    encode: (position) => Buffer.from(JSON.stringify(position)).toString('base64url'),
    decode: (cursor) => {
      if (cursor === null || cursor === undefined) return null
      const position = schema.safeParse(parse(Buffer.from(cursor, 'base64url').toString('utf8')))
      if (!position.success) {
        throw invalid({ 'query.cursor': m.error_cursor_stale })
      }
      return position.data
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An instant of the years 1000 to 2999, which both JavaScript and PostgreSQL can hold. */
export const CursorTime = z.iso
  .datetime({ precision: 3 })
  .regex(/^[12]/)
  .transform((instant) => new Date(instant))

/** The largest value of an `integer` column. */
const MAX_INTEGER = 2_147_483_647
export const CursorInteger = z.int().min(0).max(MAX_INTEGER)

/** The position in a list sorted newest first: the row's time, and its id where several rows share a time. */
export type NewestFirstPosition = { at: Date; id: string }

export const newestFirst = cursorOf<NewestFirstPosition>(z.object({ at: CursorTime, id: z.uuid() }))

/** The condition for rows after a position, both columns descending: one comparison, so that the index scan starts there. */
export const afterPosition = (at: PgColumn, id: PgColumn, position: NewestFirstPosition | null): SQL | undefined =>
  position ? sql`(${at}, ${id}) < (${sql.param(position.at, at)}, ${sql.param(position.id, id)})` : undefined

/** A page out of rows that were read with one more than its size, and the cursor of the next. */
export function pageFrom<Row, Position>(
  rows: Row[],
  size: number,
  codec: CursorCodec<Position>,
  positionOf: (row: Row) => Position,
): { items: Row[]; nextCursor: string | null } {
  const items = rows.slice(0, size)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > size && last ? codec.encode(positionOf(last)) : null }
}
