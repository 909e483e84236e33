import { z } from 'zod'
import { Priority } from '#contracts/conversation/escalation.ts'
import { FileIds } from '#contracts/conversation/file.ts'
import { MessageBody, MessageView } from '#contracts/conversation/message.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { line, requiredLine, requiredText } from '#contracts/fields.ts'
import { MessageId, TeamId, TicketId, UserId } from '#contracts/ids.ts'
import { TicketStatus, TicketView } from './ticket.ts'

const Tag = line(40).min(1)

const FieldActions = [
  z.strictObject({ type: z.literal('set_status'), status: TicketStatus }),
  z.strictObject({ type: z.literal('set_priority'), priority: Priority }),
  z.strictObject({ type: z.literal('set_category'), category: requiredLine(60, 'error_enter_category') }),
  z.strictObject({ type: z.literal('add_tag'), tag: Tag }),
  z.strictObject({ type: z.literal('remove_tag'), tag: Tag }),
  /** `me`: who applies it; null: nobody. */
  z.strictObject({ type: z.literal('assign_member'), assigneeId: z.union([z.literal('me'), UserId]).nullable() }),
  z.strictObject({ type: z.literal('assign_team'), teamId: TeamId.nullable() }),
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

/** An action that could not be carried out, and why, in the caller's language. */
export const SkippedAction = z.object({ action: TicketAction, reason: z.string() })
export type SkippedAction = z.output<typeof SkippedAction>

/**
 * Carries out actions on a ticket, with a message where one is given: all in one transaction. An action that is not possible is left
 * out and reported; the others and the message stay.
 */
export const applyTicketActions = endpoint({
  tag: 'tickets',
  access: 'member',
  method: 'POST',
  path: '/api/tickets/:ticketId/actions',
  summary: 'Carry out the actions of a macro, with a message',
  rate: 'write',
  params: z.object({ ticketId: TicketId }),
  body: z.strictObject({
    actions: z.array(MacroAction).min(1).max(MAX_ACTIONS),
    message: z
      .strictObject({ id: MessageId, body: MessageBody, visibility: z.enum(['public', 'note']), fileIds: FileIds })
      .refine((message) => message.body.length > 0 || message.fileIds.length > 0, {
        path: ['body'],
        message: 'error_enter_message',
      })
      .optional(),
  }),
  reply: z.object({ ticket: TicketView, message: MessageView.nullable(), skipped: z.array(SkippedAction) }),
})
