import type { ProviderId } from '#contracts/provider/provider.ts'
import type { ResponsePriority } from '#contracts/provider/settings.ts'
import { CATALOGUE } from '#server/platform/models/catalogue.ts'
import { listPriceOf } from './prices.ts'

/** For difficult questions, where the business has named no model of its own and wants quality before speed. */
const STRONG: Partial<Record<ProviderId, string>> = {
  openai: 'gpt-6.1-terra',
  claude: 'claude-sonnet-5-5',
  deepseek: 'deepseek-v4-pro',
  gemini: 'gemini-3.5-flash',
  perplexity: 'sonar-pro',
  mistral: 'mistral-large-latest',
}

/** The name people know a provider by. */
export const nameOf = (provider: ProviderId): string => CATALOGUE[provider].name

/** Empty for `custom`: only the business knows what runs there. */
export const defaultModelOf = (provider: ProviderId): string => CATALOGUE[provider].defaultModel ?? ''

/** Models to suggest, the default first. */
export const suggestedModels = (provider: ProviderId): string[] => {
  const { defaultModel, otherModels } = CATALOGUE[provider]
  return [...new Set([...(defaultModel ? [defaultModel] : []), ...otherModels])]
}

/** Which model answers: the agent's, else the business's, else the current one that fits priority and difficulty. Empty: none known. */
export function modelFor(
  provider: ProviderId,
  chosen: { agent: string | null; business: string | null },
  wanted: { priority: ResponsePriority; isDifficult: boolean },
): string {
  const named = chosen.agent || chosen.business
  if (named) return named
  const isStrong = wanted.priority === 'quality' || (wanted.priority === 'balanced' && wanted.isDifficult)
  return (isStrong && STRONG[provider]) || defaultModelOf(provider)
}

/** The cheapest suggested model of a provider, where it is known to be cheaper than the given one; else the given one. */
export function cheapestModel(provider: ProviderId, model: string, at: Date): string {
  const sum = (name: string) => {
    const price = listPriceOf(provider, name, at)
    return price && price.version !== 'label' ? price.inputCents + price.outputCents : Number.POSITIVE_INFINITY
  }
  return suggestedModels(provider).reduce((best, one) => (sum(one) < sum(best) ? one : best), model)
}
