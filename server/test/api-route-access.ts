import type { RateClass } from '#contracts/endpoint.ts'

/** Rate class and least role of the routes of API keys, webhooks and MCP; part of route-access.ts. */
export const API_ROUTE_ACCESS: Record<string, [rate: RateClass, least: 'agent' | 'admin']> = {
  'DELETE /api/keys/:apiKeyId': ['write', 'admin'],
  'GET /api/keys': ['read', 'admin'],
  'POST /api/keys': ['write', 'admin'],
  'DELETE /api/webhooks/:webhookId': ['write', 'admin'],
  'GET /api/webhooks': ['read', 'admin'],
  'GET /api/webhooks/:webhookId/deliveries': ['read', 'admin'],
  'GET /api/webhooks/:webhookId/deliveries/:webhookDeliveryId': ['read', 'admin'],
  'PATCH /api/webhooks/:webhookId': ['write', 'admin'],
  'POST /api/mcp': ['write', 'agent'],
  'POST /api/webhooks': ['write', 'admin'],
  'POST /api/webhooks/:webhookId/deliveries/:webhookDeliveryId/replay': ['write', 'admin'],
  'POST /api/webhooks/:webhookId/replays': ['write', 'admin'],
  'POST /api/webhooks/:webhookId/secret': ['write', 'admin'],
  'POST /api/webhooks/:webhookId/test': ['signin', 'admin'],
}
