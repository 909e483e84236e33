import { z } from 'zod'
import { FileIds } from '#contracts/conversation/file.ts'
import { Copies, MessageBody, MessageOriginal, MessageView } from '#contracts/conversation/message.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { requiredLine, SeenVersion, text } from '#contracts/fields.ts'
import { MacroId, MessageId, TicketId } from '#contracts/ids.ts'
import { TicketView } from './ticket.ts'
import { MAX_ACTIONS, MacroAction, TicketAction } from './ticket-action.ts'

/** Prepared text and changes that a member applies to a ticket in one step, by `/` in the composer. Every member changes shared ones. */
export const MacroView = z.object({
  id: MacroId,
  name: z.string(),
  /** May have variables (template.ts); empty where it only changes the ticket. */
  body: z.string(),
  actions: z.array(MacroAction),
  /** For every member of the business; else for who made it. */
  isShared: z.boolean(),
  version: z.number().int(),
})
export type MacroView = z.output<typeof MacroView>

/** Shared macros of a business, and macros of one member, at most. */
export const MAX_SHARED_MACROS = 300
export const MAX_OWN_MACROS = 100

const Member = { tag: 'tickets', access: 'member' } as const
const ById = z.object({ macroId: MacroId })
const Content = {
  name: requiredLine(80, 'error_enter_macro_name'),
  body: text(8000).default(''),
  actions: z.array(MacroAction).max(MAX_ACTIONS).default([]),
  isShared: z.boolean(),
}

/** The shared macros and the caller's own, by name. */
export const listMacros = endpoint({
  ...Member,
  method: 'GET',
  path: '/api/macros',
  summary: 'The macros a member can use',
  rate: 'read',
  reply: z.object({ items: z.array(MacroView) }),
})

export const createMacro = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/macros',
  summary: 'Create a macro',
  rate: 'write',
  idempotent: true,
  status: 201,
  body: z.strictObject({ id: MacroId, ...Content }),
  reply: MacroView,
})

/** Changes a macro that the caller saw in this version; sharing it, too. */
export const changeMacro = endpoint({
  ...Member,
  method: 'PUT',
  path: '/api/macros/:macroId',
  summary: 'Change a macro',
  rate: 'write',
  params: ById,
  body: z.strictObject({ version: SeenVersion, ...Content }),
  reply: MacroView,
})

export const deleteMacro = endpoint({
  ...Member,
  method: 'DELETE',
  path: '/api/macros/:macroId',
  summary: 'Delete a macro',
  rate: 'write',
  params: ById,
  reply: z.object({ deleted: z.literal(true) }),
})

/** An action that could not be carried out, and why, in the caller's language. */
export const SkippedAction = z.object({ action: TicketAction, reason: z.string() })
export type SkippedAction = z.output<typeof SkippedAction>

/**
 * Carries out a macro's actions on a ticket with the message that was written from its text, or without one: all in one transaction. An action
 * that is not possible is left out and reported; the others and the message stay.
 */
export const applyMacro = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/tickets/:ticketId/macros',
  summary: 'Carry out the actions of a macro, with a message',
  rate: 'write',
  idempotent: true,
  status: 201,
  params: z.object({ ticketId: TicketId }),
  body: z.strictObject({
    /** Of the message, where there is one. */
    id: MessageId,
    macroId: MacroId,
    body: MessageBody.default(''),
    original: MessageOriginal,
    cc: Copies,
    visibility: z.enum(['public', 'note']),
    fileIds: FileIds,
  }),
  reply: z.object({ ticket: TicketView, message: MessageView.nullable(), skipped: z.array(SkippedAction) }),
})
