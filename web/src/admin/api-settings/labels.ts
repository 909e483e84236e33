import type { AgentsView } from '#contracts/agent/agent.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { ProviderView, TestFault, testProvider } from '#contracts/provider/api-settings.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import * as m from '#i18n/messages.js'
import type { Tone } from '#web/kit/surface.tsx'
import { pageLocale } from '#web/lib/format.ts'

const names: Record<ProviderId, () => string> = {
  openai: m.provider_name_openai,
  claude: m.provider_name_claude,
  deepseek: m.provider_name_deepseek,
  gemini: m.provider_name_gemini,
  cohere: m.provider_name_cohere,
  perplexity: m.provider_name_perplexity,
  huggingface: m.provider_name_huggingface,
  mistral: m.provider_name_mistral,
  groq: m.provider_name_groq,
  custom: m.provider_name_custom,
}

export const providerName = (id: ProviderId): string => names[id]()

/** Price labels of the providers, in dollars per million tokens. */
const labels: Partial<Record<ProviderId, number>> = {
  openai: 20,
  claude: 15,
  deepseek: 2,
  gemini: 7,
  perplexity: 5,
  cohere: 15,
  mistral: 8,
  groq: 10,
}

export function priceLabel(id: ProviderId): string {
  if (id === 'custom') return m.provider_price_own()
  const amount = labels[id]
  return amount === undefined ? m.provider_price_variable() : m.provider_price_label({ amount })
}

/** `0.10`, `20`, `0.0375`: dollars from cents, with two or more decimals. */
export function dollars(cents: number): string {
  const value = cents / 100
  const minimumFractionDigits = Number.isInteger(value) ? 0 : 2
  return value.toLocaleString(pageLocale(), { minimumFractionDigits, maximumFractionDigits: 4, useGrouping: false })
}

const LEAST_SHOWN = 0.0001

/** Cost from millionths of a cent: `$1.20`, by the page's language; small amounts with four decimals, smaller ones as "less than". */
export function spent(microCents: number): string {
  const value = microCents / 100_000_000
  const isTiny = value > 0 && value < LEAST_SHOWN
  const maximumFractionDigits = value > 0 && value < 0.1 ? 4 : 2
  const cost = (isTiny ? LEAST_SHOWN : value).toLocaleString(pageLocale(), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits,
  })
  return isTiny ? `<${cost}` : cost
}

type Result = Pick<ReplyOf<typeof testProvider>, 'fault' | 'model' | 'retryAfterSeconds'>

/** Why a test failed and what to do about it. */
export function faultText(id: ProviderId, { fault, model, retryAfterSeconds }: Result): string {
  const name = providerName(id)
  const texts: Record<TestFault, () => string> = {
    wrong_key: () => m.provider_fault_wrong_key({ name }),
    rate_limited: () =>
      retryAfterSeconds === null
        ? m.provider_fault_rate_limited({ name })
        : m.provider_fault_rate_limited_for({ name, seconds: retryAfterSeconds }),
    unknown_model: () => (model ? m.provider_fault_unknown_model({ name, model }) : m.provider_fault_no_model()),
    bad_request: () => m.provider_fault_bad_request({ name, model }),
    timeout: () => m.provider_fault_timeout({ name }),
    no_network: () => (id === 'custom' ? m.provider_fault_no_network_custom() : m.provider_fault_no_network({ name })),
    refused_address: m.provider_fault_refused_address,
    server: () => m.provider_fault_server({ name }),
    bad_answer: () => m.provider_fault_bad_answer({ name }),
    cut: () => m.provider_fault_cut({ name }),
    no_key: m.provider_fault_no_key,
    no_address: m.provider_fault_no_address,
    unreadable: m.provider_fault_unreadable,
  }
  return fault ? texts[fault]() : ''
}

/** Status of a provider as label and colour. */
export const statusOf = (view: ProviderView): Connection =>
  connectionOf({ ...view, isConnected: view.id === 'custom' ? view.baseUrl !== null : view.hasKey })

type Connection = { label: string; tone: Tone }

/** How a provider's key fares, by its last call. */
export function connectionOf(view: AgentsView['providers'][number]): Connection {
  if (!view.isConnected) return { label: m.provider_status_none(), tone: 'closed' }
  if (view.isUnreadable) return { label: m.provider_status_unreadable(), tone: 'danger' }
  if (view.status === 'ok') return { label: m.provider_status_ok(), tone: 'resolved' }
  if (view.status === 'untested') return { label: m.provider_status_untested(), tone: 'waiting' }
  if (view.status === 'wrong_key') return { label: m.provider_status_rejected(), tone: 'danger' }
  return { label: m.provider_status_failed(), tone: 'waiting' }
}

/** Known problem of the stored key; null without one. */
export function storedProblem(view: ProviderView): string | null {
  const known = { model: view.model ?? view.defaultModel, retryAfterSeconds: null }
  if (view.isUnreadable) return faultText(view.id, { ...known, fault: 'unreadable' })
  if (view.status === 'ok' || view.status === 'untested') return null
  return faultText(view.id, { ...known, fault: view.status })
}
