import type { RateClass } from '#contracts/endpoint.ts'

/** Rate class and least role of the routes of macros, drafts and what a model writes for members; part of route-access.ts. */
export const COMPOSER_ROUTE_ACCESS: Record<string, [rate: RateClass, least: 'agent']> = {
  'DELETE /api/macros/:macroId': ['write', 'agent'],
  'GET /api/macros': ['read', 'agent'],
  'GET /api/tickets/:ticketId/drafts': ['read', 'agent'],
  'GET /api/tickets/:ticketId/sources': ['read', 'agent'],
  'GET /api/tickets/:ticketId/translations': ['read', 'agent'],
  'POST /api/macros': ['write', 'agent'],
  'POST /api/tickets/:ticketId/macros': ['write', 'agent'],
  'POST /api/tickets/:ticketId/messages/:messageId/translation': ['write', 'agent'],
  'POST /api/tickets/:ticketId/proposals': ['write', 'agent'],
  'PUT /api/macros/:macroId': ['write', 'agent'],
  'PUT /api/tickets/:ticketId/drafts': ['write', 'agent'],
  'GET /api/tickets/:ticketId/copies': ['read', 'agent'],
}
