import { z } from 'zod'

/** Rows of one page and the cursor of the next; `null` at the end. Lists are never unbounded. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ items: z.array(row), nextCursor: z.string().nullable() })

export const Cursor = z.string().min(1).max(2000).optional().describe('`nextCursor` of the page before')
export const Limit = z.coerce.number().int().min(1).max(100).default(100)
