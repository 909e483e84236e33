import { randomUUID } from 'node:crypto'
import type { UserId } from '#contracts/ids.ts'
import type { ProviderId } from '#contracts/provider.ts'
import type { ApiSettingsChange, ProviderChange } from '#contracts/provider-settings.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { saveSettings } from './settings.ts'

const admin = (): Member => ({
  kind: 'member',
  userId: randomUUID() as UserId,
  name: 'Admin',
  email: 'admin@example.com',
  role: 'admin',
})

/** Gives a business a key of its own; `sk-standin-401` and the like make the stand-in behave so. */
export const connectProvider = (
  tenant: Tenant,
  provider: ProviderId,
  given: Omit<Partial<ProviderChange>, 'provider'> = {},
): Promise<unknown> => changeSettings(tenant, { providers: [{ provider, key: 'sk-standin-fine', ...given }] })

/** Any other change of the settings, as an admin makes it. */
export const changeSettings = (tenant: Tenant, change: Partial<ApiSettingsChange>): Promise<unknown> =>
  saveSettings(tenant, admin(), { providers: [], ...change })
