import type { RateClass } from '#contracts/endpoint.ts'

/** Rate class and least role of the routes by which exports of other products are moved in; part of route-access.ts. */
export const DATA_IMPORT_ROUTE_ACCESS: Record<string, [rate: RateClass, least: 'admin']> = {
  'DELETE /api/data-imports/:dataImportId': ['write', 'admin'],
  'GET /api/data-imports': ['read', 'admin'],
  'GET /api/data-imports/:dataImportId': ['read', 'admin'],
  'GET /api/data-imports/:dataImportId/skipped': ['read', 'admin'],
  'POST /api/data-imports': ['write', 'admin'],
  'POST /api/data-imports/:dataImportId/cancel': ['write', 'admin'],
  'POST /api/data-imports/:dataImportId/check': ['write', 'admin'],
  'POST /api/data-imports/:dataImportId/file': ['upload', 'admin'],
  'POST /api/data-imports/:dataImportId/run': ['write', 'admin'],
  'POST /api/data-imports/:dataImportId/undo': ['write', 'admin'],
  'PUT /api/data-imports/:dataImportId/mapping': ['write', 'admin'],
}
