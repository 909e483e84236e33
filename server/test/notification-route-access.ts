import type { RateClass } from '#contracts/endpoint.ts'

/** Rate class and least role of the routes of alerts and of a member's notifications; part of route-access.ts. */
export const NOTIFICATION_ROUTE_ACCESS: Record<string, [rate: RateClass, least: 'agent']> = {
  'DELETE /api/notifications/phone': ['write', 'agent'],
  'DELETE /api/notifications/push-devices/:pushSubscriptionId': ['write', 'agent'],
  'GET /api/alerts': ['read', 'agent'],
  'GET /api/alerts/summary': ['read', 'agent'],
  'GET /api/notifications/preferences': ['read', 'agent'],
  'POST /api/alerts/:alertId/read': ['write', 'agent'],
  'POST /api/alerts/read': ['write', 'agent'],
  'POST /api/tickets/:ticketId/alerts/read': ['write', 'agent'],
  'POST /api/notifications/phone': ['signin', 'agent'],
  'POST /api/notifications/phone/confirmation': ['signin', 'agent'],
  'POST /api/notifications/push-devices': ['write', 'agent'],
  'POST /api/notifications/test': ['signin', 'agent'],
  'PUT /api/notifications/preferences': ['write', 'agent'],
}
