import * as contract from '#contracts/api-key/api-key.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { createKey, listKeys, revokeKey } from './keys.ts'

export const apiKeyRoutes: Route[] = [
  memberRoute(contract.listApiKeys, (c) => listKeys(c.tenant, c.actor)),
  memberRoute(contract.createApiKey, (c) => createKey(c.tenant, c.actor, c.body, c.request)),
  memberRoute(contract.revokeApiKey, (c) => revokeKey(c.tenant, c.actor, c.params.apiKeyId, c.request)),
]
