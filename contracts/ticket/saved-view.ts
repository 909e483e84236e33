import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { requiredLine } from '#contracts/fields.ts'
import { SavedViewId } from '#contracts/ids.ts'
import { TicketFilter } from './ticket.ts'

/** Shared views of a business, and own ones of a member, at most so many each. */
export const MAX_SAVED_VIEWS = 50

/** Why a view may show less than its name promises: its filter names something that no longer exists. */
export const SavedViewProblem = z.enum(['deleted_team', 'former_member', 'deleted_tag', 'archived_field'])
export type SavedViewProblem = z.output<typeof SavedViewProblem>

/** A filter under a name: the whole business's, or one member's own. */
export const SavedView = z.object({
  id: SavedViewId,
  name: z.string(),
  isShared: z.boolean(),
  filter: TicketFilter,
  /** How many tickets match now, for the reader: exact. */
  count: z.number().int(),
  problem: SavedViewProblem.nullable(),
  can: z.object({ edit: z.boolean() }),
})
export type SavedView = z.output<typeof SavedView>

const Write = { tag: 'tickets', access: 'member', rate: 'write' } as const
const ById = z.object({ savedViewId: SavedViewId })
const Content = { name: requiredLine(60, 'error_enter_view_name'), filter: TicketFilter }

/** The shared views by name, then the reader's own. */
export const listSavedViews = endpoint({
  method: 'GET',
  path: '/api/ticket-views',
  summary: 'Saved views with the number of their tickets',
  tag: 'tickets',
  access: 'member',
  rate: 'read',
  scope: 'tickets:read',
  reply: z.object({ items: z.array(SavedView), can: z.object({ share: z.boolean(), export: z.boolean() }) }),
})

/** Owners and admins share views, every member keeps own ones. */
export const createSavedView = endpoint({
  ...Write,
  method: 'POST',
  path: '/api/ticket-views',
  summary: 'Save a filter as a view',
  idempotent: true,
  status: 201,
  body: z.strictObject({ id: SavedViewId, audience: z.enum(['own', 'shared']), ...Content }),
  reply: SavedView,
})

/** Changes name and filter; who sees it stays. */
export const changeSavedView = endpoint({
  ...Write,
  method: 'PATCH',
  path: '/api/ticket-views/:savedViewId',
  summary: 'Change a saved view',
  params: ById,
  body: z.strictObject(Content),
  reply: SavedView,
})

export const deleteSavedView = endpoint({
  ...Write,
  method: 'DELETE',
  path: '/api/ticket-views/:savedViewId',
  summary: 'Delete a saved view',
  params: ById,
  reply: z.object({ deleted: z.literal(true) }),
})
