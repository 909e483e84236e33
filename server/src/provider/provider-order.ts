import type { FirstProvider, Task, TaskRule } from '#contracts/provider/api-settings.ts'
import { ProviderId } from '#contracts/provider/provider.ts'
import type { ModelRequest, OrderReason } from './model-request.ts'

/** The default order starts with these; the other providers follow. */
const FIRST: readonly ProviderId[] = ['openai', 'deepseek', 'claude']

export const DEFAULT_ORDER: readonly ProviderId[] = completeOrder(FIRST)

/** The provider that each task prefers, where the tenant lets the task decide. */
export const TASK_RULES: readonly TaskRule[] = [
  { task: 'technical', provider: 'deepseek' },
  { task: 'sales', provider: 'openai' },
  { task: 'difficult', provider: 'openai' },
  { task: 'expert', provider: 'openai' },
  { task: 'simple', provider: 'deepseek' },
]

/** Appends the providers that an order leaves out, in the default order. */
export function completeOrder(order: readonly ProviderId[]): ProviderId[] {
  return [...new Set([...order, ...FIRST, ...ProviderId.options])]
}

type RoutingInput = Pick<ModelRequest, 'agent' | 'complexity' | 'isExpert' | 'only'>
type OrderSettings = { order: readonly ProviderId[]; firstProvider: FirstProvider }

/** A provider with the reason for its place. */
export type RankedProvider = { provider: ProviderId; reason: OrderReason }

/**
 * The order in which providers are asked: the agent's provider, then the one its task prefers (unless the tenant's own order always
 * counts), then the tenant's order. Each once, with or without a key. `only` (test console) is asked alone.
 */
export function orderProviders(asking: RoutingInput, { order, firstProvider }: OrderSettings): RankedProvider[] {
  if (asking.only) return [{ provider: asking.only, reason: 'console' }]
  const rule = firstProvider === 'by_task' ? ruleOf(asking) : undefined
  const ranked: RankedProvider[] = [
    ...(asking.agent?.provider ? [{ provider: asking.agent.provider, reason: 'agent' as const }] : []),
    ...(rule ? [{ provider: rule.provider, reason: rule.task }] : []),
    ...completeOrder(order).map((provider) => ({ provider, reason: 'own_order' as const })),
  ]
  return ranked.filter(({ provider }, at) => ranked.findIndex((one) => one.provider === provider) === at)
}

const ruleOf = (asking: RoutingInput): TaskRule | undefined => {
  const task = taskOf(asking)
  return TASK_RULES.find((rule) => rule.task === task)
}

/** The task of a request: by the agent's type, else by the difficulty of the question. */
function taskOf({ agent, complexity, isExpert }: RoutingInput): Task | null {
  if (agent?.type === 'technical' || agent?.type === 'sales') return agent.type
  if (complexity === 'high') return 'difficult'
  if (isExpert) return 'expert'
  return complexity === 'low' ? 'simple' : null
}
