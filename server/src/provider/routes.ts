import { getApiSettings, saveApiSettings, testProvider } from '#contracts/provider/settings.ts'
import { memberRoute, type Route } from '#server/platform/route/route.ts'
import { readSettings, saveSettings } from './settings.ts'
import { testKey } from './test-key.ts'

export const providerRoutes: Route[] = [
  memberRoute(getApiSettings, (c) => readSettings(c.tenant, c.actor)),
  memberRoute(saveApiSettings, (c) => saveSettings(c.tenant, c.actor, c.body)),
  memberRoute(testProvider, (c) => testKey(c.tenant, c.actor, c.body)),
]
