import type { ResponsePriority } from '#contracts/provider/api-settings.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import { CATALOGUE } from '#server/platform/models/catalogue.ts'
import { listPriceOf } from './prices.ts'

/** Used for difficult questions when the tenant has chosen no model and prefers quality to speed. */
const STRONG: Partial<Record<ProviderId, string>> = {
  openai: 'gpt-6.1-terra',
  claude: 'claude-sonnet-5-5',
  deepseek: 'deepseek-v4-pro',
  gemini: 'gemini-3.5-flash',
  perplexity: 'sonar-pro',
  mistral: 'mistral-large-latest',
}

/** The provider's display name. */
export const providerName = (provider: ProviderId): string => CATALOGUE[provider].name

/** Empty for `custom`: only the tenant knows which models its server has. */
export const defaultModelOf = (provider: ProviderId): string => CATALOGUE[provider].defaultModel ?? ''

/** The models suggested in the settings, the default first. */
export const suggestedModels = (provider: ProviderId): string[] => {
  const { defaultModel, otherModels } = CATALOGUE[provider]
  return [...new Set([...(defaultModel ? [defaultModel] : []), ...otherModels])]
}

/** The model to call: the agent's, else the tenant's, else the default for the priority and difficulty. Empty: none known. */
export function chooseModel(
  provider: ProviderId,
  chosen: { agent: string | null; business: string | null },
  wanted: { priority: ResponsePriority; isDifficult: boolean },
): string {
  const named = chosen.agent || chosen.business
  if (named) return named
  const isStrong = wanted.priority === 'quality' || (wanted.priority === 'balanced' && wanted.isDifficult)
  return (isStrong && STRONG[provider]) || defaultModelOf(provider)
}

/** The cheapest suggested model of a provider; the given one where none is known to be cheaper. */
export function cheapestModel(provider: ProviderId, model: string, at: Date): string {
  const sum = (name: string) => {
    const price = listPriceOf(provider, name, at)
    return price.version !== 'fallback' ? price.inputCents + price.outputCents : Number.POSITIVE_INFINITY
  }
  return suggestedModels(provider).reduce((best, one) => (sum(one) < sum(best) ? one : best), model)
}
