import type { RateClass } from '#contracts/endpoint.ts'

/** Rate class and least role of the routes of tickets' own fields and of tags' colours; part of route-access.ts. */
export const TICKET_FIELD_ROUTE_ACCESS: Record<string, [rate: RateClass, least: 'guest' | 'agent' | 'admin']> = {
  'GET /api/portal/:slug/ticket-fields': ['read', 'guest'],
  'GET /api/ticket-fields': ['read', 'agent'],
  'GET /api/ticket-tags/colours': ['read', 'agent'],
  'POST /api/ticket-fields': ['write', 'admin'],
  'POST /api/ticket-fields/:ticketFieldId/archive': ['write', 'admin'],
  'POST /api/ticket-fields/order': ['write', 'admin'],
  'POST /api/ticket-tags/colour': ['write', 'admin'],
  'PUT /api/ticket-fields/:ticketFieldId': ['write', 'admin'],
}
