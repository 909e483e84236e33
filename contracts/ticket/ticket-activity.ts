import { z } from 'zod'
import { Instant } from '#contracts/fields.ts'

/** A field of a ticket whose changes are recorded with its former and its new value. */
export const ChangedField = z.enum([
  'status',
  'priority',
  'assignee',
  'team',
  'tags',
  'category',
  'subject',
  'snooze',
  'merge',
])
export type ChangedField = z.output<typeof ChangedField>

/**
 * One changed field; null is no value. Members and teams by name, tags with commas between, the end of a snooze as an instant or `reply`,
 * the ticket it was merged into by number.
 */
export const FieldChangeView = z.object({
  field: ChangedField,
  from: z.string().nullable(),
  to: z.string().nullable(),
})
export type FieldChangeView = z.output<typeof FieldChangeView>

export const ActivityView = z.object({
  id: z.string(),
  action: z.string(),
  type: z.string(),
  actorKind: z.enum(['member', 'guest', 'assistant', 'system']),
  actorName: z.string(),
  /** Empty where no field changed, and for what happened before changes were recorded. */
  changes: z.array(FieldChangeView),
  at: Instant,
})
export type ActivityView = z.output<typeof ActivityView>
