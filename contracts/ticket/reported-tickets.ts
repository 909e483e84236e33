import { z } from 'zod'
import { Instant, line } from '#contracts/fields.ts'

/** The part of the list's filter by which a figure of a report opens the tickets behind it. */
export const ReportedTickets = {
  /** Sources, separated by commas. */
  sources: z
    .string()
    .max(200)
    .transform((list) => list.split(','))
    .optional(),
  category: line(60).optional(),
  /**
   * Created, resolved or rated from `from` up to `before`, or unfinished at `before`. Demo tickets are left out, because they are in
   * no figure.
   */
  dated: z.enum(['created', 'resolved', 'rated', 'unfinished']).optional(),
  from: Instant.optional(),
  before: Instant.optional(),
}
