import * as contract from '#contracts/provider/api-settings.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { readApiSettings, saveApiSettings } from './api-settings.ts'
import { testProviderKey } from './test-key.ts'

export const providerRoutes: Route[] = [
  memberRoute(contract.getApiSettings, (c) => readApiSettings(c.tenant, c.actor)),
  memberRoute(contract.saveApiSettings, (c) => saveApiSettings(c.tenant, c.actor, c.body)),
  memberRoute(contract.testProvider, (c) => testProviderKey(c.tenant, c.actor, c.body)),
]
