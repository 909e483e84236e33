import { z } from 'zod'

/** What an API key may do. Each endpoint that keys reach declares one of them. */
export const ApiScope = z.enum([
  'tickets:read',
  'tickets:write',
  'tickets:send',
  'customers:read',
  'customers:write',
  'knowledge:read',
  'knowledge:write',
  'analytics:read',
  'team:read',
  'webhooks:manage',
])
export type ApiScope = z.output<typeof ApiScope>
