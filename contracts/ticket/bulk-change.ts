import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { BulkChangeId, MacroId, TicketId } from '#contracts/ids.ts'
import { TicketFilter } from './ticket.ts'
import { MAX_ACTIONS, MacroAction } from './ticket-action.ts'

/** Tickets that one bulk change takes, at most. */
export const MAX_BULK_TICKETS = 10_000
/** More tickets than this are changed by a job, whose progress is shown. */
export const BULK_AT_ONCE = 100
/** How long a bulk change can be undone. */
export const BULK_UNDO_HOURS = 24

/** A change of many tickets: how far it is, and what it did. */
export const BulkChangeView = z.object({
  id: BulkChangeId,
  state: z.enum(['running', 'ended', 'cancelled']),
  total: z.number().int(),
  done: z.number().int(),
  changed: z.number().int(),
  /** Tickets that stayed as they were because a change was not possible. */
  skipped: z.number().int(),
  /** Why the first of those stayed; null where there is none. */
  reason: z.string().nullable(),
  canUndo: z.boolean(),
})
export type BulkChangeView = z.output<typeof BulkChangeView>

const Bulk = { tag: 'tickets', access: 'member', rate: 'write' } as const
const ById = z.object({ bulkChangeId: BulkChangeId })

/** Chosen tickets, or all that match a filter when the change begins. */
const Selection = z.union([
  z.strictObject({ ticketIds: z.array(TicketId).min(1).max(1000) }),
  z.strictObject({ filter: TicketFilter }),
])

/**
 * Carries out actions on many tickets, each like a single change, or a macro: its text is sent as a reply, with the variables of each ticket.
 * A ticket with a variable that has no value stays as it is. Up to 100 are changed before the reply; more by a job, which the reply does
 * not wait for. Conflict where more than 10,000 match.
 */
export const startBulkChange = endpoint({
  ...Bulk,
  method: 'POST',
  path: '/api/ticket-changes',
  summary: 'Change many tickets',
  idempotent: true,
  status: 201,
  body: z
    .strictObject({
      id: BulkChangeId,
      actions: z.array(MacroAction).max(MAX_ACTIONS).default([]),
      /** Carried out behind the actions. */
      macroId: MacroId.optional(),
      selection: Selection,
    })
    .refine(({ actions, macroId }) => actions.length > 0 || macroId !== undefined, {
      path: ['actions'],
      message: 'error_bulk_without_change',
    }),
  reply: BulkChangeView,
})

export const getBulkChange = endpoint({
  ...Bulk,
  rate: 'read',
  method: 'GET',
  path: '/api/ticket-changes/:bulkChangeId',
  summary: 'How far a change of many tickets is',
  params: ById,
  reply: BulkChangeView,
})

/** Ends a running change; what it changed stays, and can be undone. */
export const cancelBulkChange = endpoint({
  ...Bulk,
  method: 'POST',
  path: '/api/ticket-changes/:bulkChangeId/cancellation',
  summary: 'Cancel a change of many tickets',
  params: ById,
  reply: BulkChangeView,
})

/**
 * Gives the tickets of an ended change their former values, once and within a day; a ticket that was changed since stays as it is. Notes
 * and replies stay. The reply is a change of its own.
 */
export const undoBulkChange = endpoint({
  ...Bulk,
  method: 'POST',
  path: '/api/ticket-changes/:bulkChangeId/undo',
  summary: 'Undo a change of many tickets',
  params: ById,
  reply: BulkChangeView,
})
