import { ProviderId } from '#contracts/provider/provider.ts'
import type { ModelRequest } from './model-request.ts'

/** The default order starts with these; the other providers follow. */
const FIRST: readonly ProviderId[] = ['openai', 'deepseek', 'claude']

export const DEFAULT_ORDER: readonly ProviderId[] = completeOrder(FIRST)

/** Appends the providers that an order leaves out, in the default order. */
export function completeOrder(order: readonly ProviderId[]): ProviderId[] {
  return [...new Set([...order, ...FIRST, ...ProviderId.options])]
}

type RoutingInput = Pick<ModelRequest, 'agent' | 'complexity' | 'isExpert' | 'only'>

/**
 * The order in which providers are called: the agent's provider, then the one chosen by rule, then the tenant's order. Each once,
 * with or without a key. `only` (test console) is called alone.
 */
export function orderProviders(asking: RoutingInput, order: readonly ProviderId[]): ProviderId[] {
  if (asking.only) return [asking.only]
  const first = [asking.agent?.provider, providerByRule(asking)].filter((one) => one !== null && one !== undefined)
  return [...new Set([...first, ...completeOrder(order)])]
}

/** Routing rules: by the agent's type, else by the difficulty of the question. */
function providerByRule({ agent, complexity, isExpert }: RoutingInput): ProviderId | null {
  if (agent?.type === 'technical') return 'deepseek'
  if (agent?.type === 'sales') return 'openai'
  if (complexity === 'high' || isExpert) return 'openai'
  if (complexity === 'low') return 'deepseek'
  return null
}
