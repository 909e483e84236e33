import type { RateClass } from '#contracts/endpoint.ts'

/** Rate class and least role of the routes of alerts, of a member's notifications and of received mails; part of route-access.ts. */
export const NOTIFICATION_ROUTE_ACCESS: Record<string, [rate: RateClass, least: 'public' | 'agent' | 'admin']> = {
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
  'GET /api/inbound-mails': ['read', 'admin'],
  'GET /api/inbound-mails/:inboundMailId/original': ['read', 'agent'],
  'GET /api/tickets/:ticketId/mails': ['read', 'agent'],
  'DELETE /api/mailboxes/:mailboxId': ['write', 'admin'],
  'GET /api/mailboxes': ['read', 'admin'],
  'POST /api/mailboxes': ['signin', 'admin'],
  'PUT /api/mailboxes/:mailboxId/password': ['signin', 'admin'],
  'POST /api/inbound-mail': ['read', 'public'],
}
