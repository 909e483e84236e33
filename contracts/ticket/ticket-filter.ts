import { z } from 'zod'
import { Instant, line } from '#contracts/fields.ts'
import { CustomerId, TeamId, UserId } from '#contracts/ids.ts'
import { isTimezone } from '#contracts/tenant/settings.ts'
import { SlaState } from './sla.ts'

const MOST_VALUES = 50

/** Any of several values; one in an address, where a list is the same name several times, need not be a list. */
export const several = <Item extends z.ZodType<string, string>>(item: Item) =>
  z.union([z.array(item).min(1).max(MOST_VALUES), item.transform((value) => [value])]).optional()

/** A choice, `yes` or `no`, or `none` for no value, of the field with the id before the colon. */
const FieldCondition = z
  .string()
  .max(100)
  .regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}:[^\p{Cc}]+$/u)

/** How a ticket's conversation began. */
export const Channel = z.enum(['chat', 'form', 'desk', 'email'])
export type Channel = z.output<typeof Channel>

/** The parts of the list's filter that are no property with values of its own. A ticket has to match every part that is given. */
export const FILTER_PARTS = {
  /** `me` is the reader, `none` nobody. */
  assignees: several(z.union([z.enum(['me', 'none']), UserId])),
  teams: several(z.union([z.literal('none'), TeamId])),
  /** Tickets with any of these tags. */
  tags: several(line(40).min(1)),
  categories: several(line(60).min(1)),
  channels: several(Channel),
  /** `utm_source` of the link by which the customer first came, in lower case, or `none`. */
  utmSources: several(line(60).min(1).toLowerCase()),
  /** Stars, or `none` for tickets that nobody rated. */
  ratings: several(z.enum(['1', '2', '3', '4', '5', 'none'])),
  /** How they stand against their agreed times. */
  sla: several(SlaState),
  /** Values of the business's own fields: `field's id:value`, `yes`, `no` or `none`. Of one field any, of several fields each. */
  fields: several(FieldCondition),
  createdWithinDays: z.coerce.number().int().min(1).max(3650).optional(),
  customerId: CustomerId.optional(),
  /** With (`yes`) or without (`no`) a message of the customer that the reader has not seen. */
  unread: z.enum(['yes', 'no']).optional(),
  /** The snoozed tickets alone. Otherwise they are left out, as merged ones are, where neither words nor the rows of a figure are asked for. */
  snoozed: z.literal('yes').optional(),
  /**
   * Words of subject, description, customer's name and e-mail and of every message, also with other endings or one slip; a number (`#12`), or 8
   * characters of an id.
   */
  words: line(200).optional(),
  /**
   * Created, created and answered by anybody, resolved or rated from `from` up to `before`, or unfinished at `before`, as a figure of a report counts. Demo tickets are
   * left out, because they are in no figure.
   */
  dated: z.enum(['created', 'answered', 'resolved', 'rated', 'unfinished']).optional(),
  from: Instant.optional(),
  before: Instant.optional(),
  /** Created at this hour of this weekday (1 Monday to 7 Sunday) in this time zone: `1-9@Europe/Berlin`. */
  hour: z
    .string()
    .max(70)
    .regex(/^[1-7]-([01]?\d|2[0-3])@(?:UTC|[A-Z]\w+\/[\w/+-]+)$/)
    .refine((given) => isTimezone(given.replace(/^.*@/, '')))
    .optional(),
}
