import { z } from 'zod'
import { ProviderId } from '#contracts/provider/provider.ts'
import { domainEvent } from '#server/platform/event.ts'

export const providerKeyRejected = domainEvent({
  name: 'provider.key_rejected',
  version: 1,
  summary: 'A provider refused the stored key: it is not used again until the key changes.',
  payload: z.object({
    provider: ProviderId,
    keyEnd: z.string().nullable().describe('Last four characters of the key; null for a server without a key'),
  }),
  toPayload: (facts: { provider: ProviderId; keyEnd: string | null }) => facts,
})

export const modelsChanged = domainEvent({
  name: 'models.changed',
  version: 1,
  summary: 'Keys, models, order or budgets of the AI providers changed: the same question may be answered otherwise.',
  payload: z.object({}),
  toPayload: (_facts: Record<string, never>) => ({}),
})
