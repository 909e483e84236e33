import type { RateClass } from '#contracts/endpoint.ts'

/** Rate class and least role of the routes of customers; part of route-access.ts. */
export const CUSTOMER_ROUTE_ACCESS: Record<string, [rate: RateClass, least: 'agent' | 'admin']> = {
  'DELETE /api/customer-attributes/:customerAttributeId': ['write', 'admin'],
  'DELETE /api/customers/:customerId/notes/:customerNoteId': ['write', 'agent'],
  'GET /api/customer-attributes': ['read', 'agent'],
  'GET /api/customer-erasures': ['read', 'admin'],
  'GET /api/customer-erasures/:customerErasureId/certificate': ['read', 'admin'],
  'GET /api/customers': ['read', 'agent'],
  'GET /api/customers/:customerId': ['read', 'agent'],
  'GET /api/customers/:customerId/duplicates': ['read', 'agent'],
  'GET /api/customers/:customerId/export': ['read', 'admin'],
  'GET /api/customers/:customerId/timeline': ['read', 'agent'],
  'PATCH /api/customer-attributes/:customerAttributeId': ['write', 'admin'],
  'PATCH /api/customers/:customerId': ['write', 'agent'],
  'POST /api/customer-attributes': ['write', 'admin'],
  'POST /api/customers/:customerId/erasures': ['write', 'admin'],
  'POST /api/customers/:customerId/merges': ['write', 'agent'],
  'POST /api/customers/:customerId/merges/:customerMergeId/undo': ['write', 'agent'],
  'POST /api/customers/:customerId/split': ['write', 'agent'],
  'POST /api/customers/:customerId/block': ['write', 'agent'],
  'POST /api/customers/:customerId/notes': ['write', 'agent'],
}
