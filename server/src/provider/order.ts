import { ProviderId } from '#contracts/provider/provider.ts'
import type { ModelRequest } from './ask.ts'

/** R9: who is asked first where the business has said nothing; the others follow. */
const FIRST: readonly ProviderId[] = ['openai', 'deepseek', 'claude']

export const DEFAULT_ORDER: readonly ProviderId[] = completed(FIRST)

/** An order with every provider in it: those left out follow in their usual order. */
export function completed(order: readonly ProviderId[]): ProviderId[] {
  return [...new Set([...order, ...FIRST, ...ProviderId.options])]
}

type Asking = Pick<ModelRequest, 'agent' | 'complexity' | 'isExpert' | 'only'>

/**
 * In which order providers are asked (R9): the agent's own first, then whom the rules name, then the business's order. Each once;
 * who has no key is left to the caller. The console's choice is asked alone.
 */
export function orderFor(asking: Asking, order: readonly ProviderId[]): ProviderId[] {
  if (asking.only) return [asking.only]
  const first = [asking.agent?.provider, ruleOf(asking)].filter((one) => one !== null && one !== undefined)
  return [...new Set([...first, ...completed(order)])]
}

/** The seeds' rules: by the agent's type, else by how hard the question is. */
function ruleOf({ agent, complexity, isExpert }: Asking): ProviderId | null {
  if (agent?.type === 'technical') return 'deepseek'
  if (agent?.type === 'sales') return 'openai'
  if (complexity === 'high' || isExpert) return 'openai'
  if (complexity === 'low') return 'deepseek'
  return null
}
