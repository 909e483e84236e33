import type { TokenPrice } from '#contracts/provider/api-settings.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'

/** The price of a model from a day on. One cent per million tokens is one millionth of a cent per token. */
type PriceRow = TokenPrice & { provider: ProviderId; model: string; from: string }

/** The price of a call and its origin: the list with its date, the tenant's own price, or the provider's fallback. */
export type Price = TokenPrice & { version: string }

const row = (provider: ProviderId, model: string, from: string, input: number, output: number): PriceRow => ({
  provider,
  model,
  from,
  inputCents: input * 100,
  outputCents: output * 100,
})

/**
 * The providers' published prices in dollars per million tokens. A price change is a new row with its day; old rows stay, because
 * old attempts were charged by them. A tenant with another contract enters its own price.
 */
const PRICES: readonly PriceRow[] = [
  row('openai', 'gpt-6.1-sol', '2026-10-26', 2, 10),
  row('openai', 'gpt-6.1-terra', '2026-10-26', 1, 5),
  row('openai', 'gpt-6-sol', '2026-09-22', 2, 10),
  row('openai', 'gpt-6-luna', '2026-09-22', 0.1, 0.5),
  row('openai', 'gpt-5.5', '2026-04-30', 5, 30),
  row('openai', 'gpt-5.4', '2026-04-30', 2.5, 15),
  row('openai', 'gpt-5.4-mini', '2026-04-30', 0.75, 4.5),
  row('openai', 'gpt-5', '2025-08-07', 1.25, 10),
  row('openai', 'gpt-5-mini', '2025-08-07', 0.25, 2),
  row('openai', 'gpt-5-nano', '2025-08-07', 0.05, 0.4),
  row('openai', 'gpt-4.1', '2025-04-14', 2, 8),
  row('openai', 'gpt-4.1-mini', '2025-04-14', 0.4, 1.6),
  row('openai', 'gpt-4.1-nano', '2025-04-14', 0.1, 0.4),
  row('openai', 'gpt-4o', '2024-10-01', 2.5, 10),
  row('openai', 'gpt-4o-mini', '2024-07-18', 0.15, 0.6),
  row('openai', 'gpt-4', '2023-06-13', 30, 60),
  row('openai', 'gpt-3.5-turbo', '2024-01-25', 0.5, 1.5),
  row('claude', 'claude-haiku-5-5', '2026-10-07', 0.1, 0.5),
  row('claude', 'claude-opus-5-5', '2026-09-29', 4, 20),
  row('claude', 'claude-sonnet-5-5', '2026-09-29', 2, 10),
  row('claude', 'claude-opus-4-7', '2026-04-30', 5, 25),
  row('claude', 'claude-sonnet-4-6', '2026-04-30', 3, 15),
  row('claude', 'claude-haiku-4-5', '2025-10-15', 1, 5),
  row('claude', 'claude-3-haiku-20240307', '2024-03-13', 0.25, 1.25),
  row('deepseek', 'deepseek-v4-pro', '2026-04-30', 0.435, 0.87),
  row('deepseek', 'deepseek-v4-flash', '2026-04-30', 0.14, 0.28),
  row('deepseek', 'deepseek-chat', '2026-04-30', 0.14, 0.28),
  row('gemini', 'gemini-3.5-flash-lite', '2026-07-31', 0.3, 2.5),
  row('gemini', 'gemini-3.1-pro', '2026-04-30', 2, 12),
  row('gemini', 'gemini-3.1-flash-lite', '2026-04-30', 0.25, 1.5),
  row('gemini', 'gemini-2.5-pro', '2025-06-17', 1.25, 10),
  row('gemini', 'gemini-2.5-flash', '2025-06-17', 0.3, 2.5),
  row('gemini', 'gemini-2.5-flash-lite', '2025-07-22', 0.1, 0.4),
  row('cohere', 'command-a-03-2025', '2025-03-13', 2.5, 10),
  row('cohere', 'command-r-plus-08-2024', '2024-08-30', 2.5, 10),
  row('cohere', 'command-r-08-2024', '2024-08-30', 0.15, 0.6),
  row('cohere', 'command-r7b-12-2024', '2024-12-13', 0.0375, 0.15),
  row('perplexity', 'sonar-pro', '2025-01-21', 3, 15),
  row('perplexity', 'sonar', '2025-01-21', 1, 1),
  row('mistral', 'mistral-large-latest', '2025-12-02', 0.5, 1.5),
  row('mistral', 'mistral-medium-latest', '2025-05-07', 0.4, 2),
  row('mistral', 'mistral-small-latest', '2025-06-20', 0.1, 0.3),
  row('groq', 'llama-3.3-70b-versatile', '2024-12-06', 0.59, 0.79),
  row('groq', 'llama-3.1-8b-instant', '2024-07-23', 0.05, 0.08),
]

/**
 * An estimated price per provider in cents per million tokens, for models that are not in the list. What a custom endpoint or Hugging
 * Face costs depends on the tenant's contract: their estimate is what hosts of open models ask at most, so that budgets hold.
 */
const FALLBACK_CENTS: Record<ProviderId, number> = {
  openai: 2000,
  claude: 1500,
  deepseek: 200,
  gemini: 700,
  perplexity: 500,
  cohere: 1500,
  mistral: 800,
  groq: 1000,
  huggingface: 100,
  custom: 100,
}

/** The published price of a model at a time, or the estimate. A dated name (`gpt-4o-2024-08-06`) has the price of its family. */
export function listPriceOf(provider: ProviderId, model: string, at: Date): Price {
  const day = at.toISOString().slice(0, 10)
  const known = PRICES.filter((one) => one.provider === provider && one.from <= day && isOfFamily(model, one.model))
  const best = known.sort((a, b) => b.model.length - a.model.length || b.from.localeCompare(a.from))[0]
  if (best) return { inputCents: best.inputCents, outputCents: best.outputCents, version: `list ${best.from}` }
  const estimate = FALLBACK_CENTS[provider]
  return { inputCents: estimate, outputCents: estimate, version: 'fallback' }
}

const isOfFamily = (model: string, family: string): boolean =>
  model === family || (model.startsWith(`${family}-`) && /^-\d{4}/.test(model.slice(family.length)))

/** The price of a model: the tenant's own, else the list's or the estimate. */
export const priceOf = (provider: ProviderId, model: string, own: TokenPrice | null, at: Date): Price =>
  own ? { ...own, version: 'custom' } : listPriceOf(provider, model, at)

/** The cost in millionths of a cent, as an integer. */
export const costOf = (usage: { inputTokens: number; outputTokens: number }, price: TokenPrice): number =>
  Math.round(usage.inputTokens * price.inputCents + usage.outputTokens * price.outputCents)
