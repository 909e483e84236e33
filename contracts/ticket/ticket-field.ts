import { z } from 'zod'
import { FieldType, FieldValue, fieldOptions } from '#contracts/custom-field.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { line, requiredLine, SeenVersion } from '#contracts/fields.ts'
import { TicketFieldId } from '#contracts/ids.ts'

/** When a field has to have a value: never, before the ticket is resolved, or when a customer sends the form. */
export const FieldRequired = z.enum(['never', 'resolve', 'form'])
export type FieldRequired = z.output<typeof FieldRequired>

/** A field that a business adds to its tickets: "Order number", "Product". */
export const TicketFieldView = z.object({
  id: TicketFieldId,
  /** Names it in files and events; it never changes. */
  key: z.string(),
  name: z.string(),
  type: FieldType,
  help: z.string(),
  /** What a choice offers; empty for the other types. */
  options: z.array(z.string()),
  required: FieldRequired,
  /** Whether customers fill it in on the ticket form. */
  isOnForm: z.boolean(),
  /** No longer offered; tickets keep their values. */
  isArchived: z.boolean(),
  version: z.number().int(),
})
export type TicketFieldView = z.output<typeof TicketFieldView>

/** Fields of a business that are not archived, and all of them, at most. */
export const MAX_TICKET_FIELDS = 50
export const MAX_KEPT_TICKET_FIELDS = 200

/** Values by the field's id; null empties one, one that is not given stays. */
export const GivenFieldValues = z.record(TicketFieldId, FieldValue.nullable())
export type GivenFieldValues = z.output<typeof GivenFieldValues>

const Write = { tag: 'tickets', access: 'member', rate: 'write' } as const
const ById = z.object({ ticketFieldId: TicketFieldId })
const CONTENT = {
  name: requiredLine(60, 'error_enter_field_name'),
  help: line(200).default(''),
  options: fieldOptions('error_enter_field_option').default([]),
  required: FieldRequired.default('never'),
  isOnForm: z.boolean().default(false),
}

/** In their order, the archived ones last. */
export const listTicketFields = endpoint({
  method: 'GET',
  path: '/api/ticket-fields',
  summary: 'The fields that the business adds to its tickets',
  tag: 'tickets',
  access: 'member',
  rate: 'read',
  scope: 'tickets:read',
  reply: z.object({ items: z.array(TicketFieldView), can: z.object({ edit: z.boolean() }) }),
})

/** It comes last in the order. `options` are for a choice, which needs at least one. */
export const createTicketField = endpoint({
  ...Write,
  method: 'POST',
  path: '/api/ticket-fields',
  summary: 'Add a field to tickets',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    id: TicketFieldId,
    key: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'error_enter_field_key'),
    type: FieldType,
    ...CONTENT,
  }),
  reply: TicketFieldView,
})

/** Its key and type stay, since its values have them. A ticket keeps a value that is no longer an option. */
export const changeTicketField = endpoint({
  ...Write,
  method: 'PUT',
  path: '/api/ticket-fields/:ticketFieldId',
  summary: 'Change a field of tickets',
  params: ById,
  body: z.strictObject({ version: SeenVersion, ...CONTENT }),
  reply: TicketFieldView,
})

/** An archived field is no longer offered or required; its values stay, and it can be used again. */
export const archiveTicketField = endpoint({
  ...Write,
  method: 'POST',
  path: '/api/ticket-fields/:ticketFieldId/archive',
  summary: 'Archive a field of tickets, or use it again',
  params: ById,
  body: z.strictObject({ version: SeenVersion, isArchived: z.boolean() }),
  reply: TicketFieldView,
})

/** Gives the fields another order: all that are not archived, each once. */
export const orderTicketFields = endpoint({
  ...Write,
  method: 'POST',
  path: '/api/ticket-fields/order',
  summary: 'Change the order of the fields',
  body: z.strictObject({ ids: z.array(TicketFieldId).min(1).max(MAX_TICKET_FIELDS) }),
  reply: z.object({ items: z.array(TicketFieldView) }),
})
