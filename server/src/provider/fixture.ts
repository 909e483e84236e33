import { randomUUID } from 'node:crypto'
import type { UserId } from '#contracts/ids.ts'
import type { ApiSettingsChange, ProviderChange } from '#contracts/provider/api-settings.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { saveApiSettings } from './api-settings.ts'
import { budgetDay } from './budget.ts'
import { addSpending, insertAttempts } from './queries.ts'

const admin = (): Member => ({
  kind: 'member',
  userId: randomUUID() as UserId,
  name: 'Admin',
  email: 'admin@example.com',
  role: 'admin',
})

/** Stores a provider key for a tenant. A key like `sk-standin-401` selects the stand-in's behaviour. */
export const connectProvider = (
  tenant: Tenant,
  provider: ProviderId,
  given: Omit<Partial<ProviderChange>, 'provider'> = {},
): Promise<unknown> => changeSettings(tenant, { providers: [{ provider, key: 'sk-standin-fine', ...given }] })

/** Changes any other setting, as an admin. */
export const changeSettings = (tenant: Tenant, change: Partial<ApiSettingsChange>): Promise<unknown> =>
  saveApiSettings(tenant, admin(), { providers: [], ...change })

/** Inserts one attempt with its cost. */
export const makeAttempt = (tenant: Tenant): Promise<void> =>
  tenant.tx(async (t) => {
    const nobody = { conversationId: null, messageId: null, guestId: null, agentId: null }
    const usage = {
      inputTokens: 10,
      outputTokens: 5,
      isEstimated: false,
      costMicroCents: 350,
      priceVersion: 'list 2026-09-22',
    }
    const call = {
      provider: 'openai',
      model: 'gpt-6-luna',
      position: 1,
      fault: null,
      firstTokenMs: 20,
      latencyMs: 90,
    } as const
    await insertAttempts(t, [
      { tenantId: t.tenantId, id: randomUUID(), purpose: 'answer', ...nobody, ...call, ...usage, at: t.now },
    ])
    await addSpending(t, budgetDay('UTC', t.now), [t.tenantId], usage.costMicroCents)
  })
