import type { ProviderId } from '#contracts/provider/provider.ts'
import { domainEvent } from '#server/platform/event.ts'

/** A provider refused the stored key: it is not used again until the key changes. `keyEnd`: the key's last four characters. */
export const providerKeyRejected = domainEvent<{ provider: ProviderId; keyEnd: string | null }>('provider.keyRejected')

/** Keys, models, order or budgets are other ones now: the same question may be answered otherwise. */
export const modelsChanged = domainEvent<Record<string, never>>('provider.modelsChanged')
