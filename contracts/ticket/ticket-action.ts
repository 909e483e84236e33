import { z } from 'zod'
import { Priority } from '#contracts/conversation/escalation.ts'
import { FieldValue } from '#contracts/custom-field.ts'
import { Instant, line, requiredLine, requiredText } from '#contracts/fields.ts'
import { TeamId, TicketFieldId, UserId } from '#contracts/ids.ts'
import { TicketStatus } from './ticket.ts'

const Tag = line(40).min(1)

/** Times on the clocks of the business, from when the action is carried out: in three hours, tomorrow at nine, next Monday at nine. */
export const SNOOZE_TIMES = ['later_today', 'tomorrow', 'next_week'] as const
export type SnoozeTime = (typeof SNOOZE_TIMES)[number]

const FieldActions = [
  z.strictObject({ type: z.literal('set_status'), status: TicketStatus }),
  z.strictObject({ type: z.literal('set_priority'), priority: Priority }),
  z.strictObject({ type: z.literal('set_category'), category: requiredLine(60, 'error_enter_category') }),
  z.strictObject({ type: z.literal('add_tag'), tag: Tag }),
  z.strictObject({ type: z.literal('remove_tag'), tag: Tag }),
  /** A value of one of the business's own fields; null empties it. */
  z.strictObject({ type: z.literal('set_field'), fieldId: TicketFieldId, value: FieldValue.nullable() }),
  /** `me`: who applies it; null: nobody. */
  z.strictObject({ type: z.literal('assign_member'), assigneeId: z.union([z.literal('me'), UserId]).nullable() }),
  z.strictObject({ type: z.literal('assign_team'), teamId: TeamId.nullable() }),
  /** Until a time or the customer's `reply`; null ends it. Late in the day `later_today` is tomorrow. */
  z.strictObject({
    type: z.literal('snooze'),
    until: z.union([z.literal('reply'), z.enum(SNOOZE_TIMES), Instant]).nullable(),
  }),
  /** The text may have variables (template.ts), in the reply too. */
  z.strictObject({ type: z.literal('add_note'), body: requiredText(8000, 'error_enter_message') }),
] as const

const SendReply = z.strictObject({ type: z.literal('send_reply'), body: requiredText(8000, 'error_enter_message') })

/** One change of a ticket that is stored to be carried out later: by a macro, a rule, or on many tickets at once. */
export const TicketAction = z.discriminatedUnion('type', [...FieldActions, SendReply])
export type TicketAction = z.output<typeof TicketAction>

/** An action of a macro: its reply is the macro's text, which a member sends. */
export const MacroAction = z.discriminatedUnion('type', [...FieldActions])
export type MacroAction = z.output<typeof MacroAction>

export const MAX_ACTIONS = 10
