import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant, SeenVersion } from '#contracts/fields.ts'
import { TicketId } from '#contracts/ids.ts'
import { TicketView } from './ticket.ts'

const Member = { tag: 'tickets', access: 'member' } as const
const ById = z.object({ ticketId: TicketId })

/** Puts a ticket off until a time, or until the customer replies; a reply ends the first kind too. An earlier snooze is replaced. */
export const snoozeTicket = endpoint({
  ...Member,
  method: 'PUT',
  path: '/api/tickets/:ticketId/snooze',
  summary: 'Snooze a ticket until a time or a reply',
  rate: 'write',
  scope: 'tickets:write',
  params: ById,
  body: z.strictObject({ version: SeenVersion, until: z.union([z.literal('reply'), Instant]) }),
  reply: TicketView,
})

export const wakeTicket = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/tickets/:ticketId/wake',
  summary: 'End the snooze of a ticket',
  rate: 'write',
  scope: 'tickets:write',
  params: ById,
  body: z.strictObject({ version: SeenVersion }),
  reply: TicketView,
})

/** The times that the menu offers, on the clocks of the business; late in the day there is no `laterToday`. */
export const getSnoozeTimes = endpoint({
  ...Member,
  method: 'GET',
  path: '/api/tickets/snooze-times',
  summary: 'Times to snooze a ticket until',
  rate: 'read',
  reply: z.object({
    timezone: z.string(),
    laterToday: Instant.nullable(),
    tomorrow: Instant,
    nextWeek: Instant,
  }),
})
