import type { LanguageModel } from 'ai'
import type { ProviderId } from '#contracts/provider/provider.ts'

/** `fetch` as the AI SDK's packages use it; Segue passes one over the outgoing HTTP client. */
export type Fetch = typeof globalThis.fetch

type Access = { apiKey: string; baseURL: string; fetch: Fetch }

export type ProviderEntry = {
  name: string
  /** Null: the tenant gives the address (`custom`). */
  baseUrl: string | null
  /** Used until an admin sets another one; null: the tenant must name it. */
  defaultModel: string | null
  /** Offered beside the default. Any other name may be set: models age faster than this list. */
  otherModels: readonly string[]
  /** Perplexity ignores tools without an error: none are sent, and the knowledge is searched before the call. */
  supportsTools: boolean
  /**
   * Whether the call turns reasoning off. Reasoning would use up the answer's tokens and time. Not sent to older models and to
   * addresses that serve models of many makers: they may refuse an unknown parameter.
   */
  disablesReasoning(model: string): boolean
  /** Loads the provider's package at the first call: none is needed without a key. */
  open(access: Access, model: string): Promise<LanguageModel>
}

const always = () => true
const never = () => false

/** A model of any server with OpenAI's chat format; requests the usage, which is not sent otherwise. */
async function openCompatible(name: ProviderId, access: Access, model: string): Promise<LanguageModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({ name, ...access, includeUsage: true })(model)
}

/** All providers. The address is always passed, because some packages otherwise read one from the environment. */
export const CATALOGUE: Record<ProviderId, ProviderEntry> = {
  openai: {
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    defaultModel: 'gpt-6-luna',
    otherModels: ['gpt-6.1-terra', 'gpt-6-sol', 'gpt-5.4-mini', 'gpt-4.1-mini'],
    supportsTools: true,
    disablesReasoning: (model) => !/^(gpt-[34]|chatgpt)|chat/.test(model),
    // Without `chat` the package uses OpenAI's newer format, which proxies and compatible servers do not know.
    open: async (access, model) => (await import('@ai-sdk/openai')).createOpenAI(access).chat(model),
  },
  claude: {
    name: 'Claude',
    baseUrl: 'https://api.anthropic.com/v1',
    defaultModel: 'claude-haiku-5-5',
    otherModels: ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-4-5'],
    supportsTools: true,
    disablesReasoning: always,
    open: async (access, model) => (await import('@ai-sdk/anthropic')).createAnthropic(access)(model),
  },
  deepseek: {
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com',
    defaultModel: 'deepseek-v4-flash',
    otherModels: ['deepseek-v4-pro'],
    supportsTools: true,
    disablesReasoning: always,
    open: async (access, model) => (await import('@ai-sdk/deepseek')).createDeepSeek(access)(model),
  },
  gemini: {
    name: 'Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    defaultModel: 'gemini-3.5-flash-lite',
    otherModels: ['gemini-3.5-flash', 'gemini-2.5-flash'],
    supportsTools: true,
    disablesReasoning: always,
    open: async (access, model) => (await import('@ai-sdk/google')).createGoogle(access)(model),
  },
  cohere: {
    name: 'Cohere',
    baseUrl: 'https://api.cohere.com/v2',
    defaultModel: 'command-a-03-2025',
    otherModels: ['command-r7b-12-2024', 'command-r-plus-08-2024'],
    supportsTools: true,
    disablesReasoning: never,
    open: async (access, model) => (await import('@ai-sdk/cohere')).createCohere(access)(model),
  },
  perplexity: {
    name: 'Perplexity',
    baseUrl: 'https://api.perplexity.ai',
    defaultModel: 'sonar',
    otherModels: ['sonar-pro'],
    supportsTools: false,
    disablesReasoning: never,
    open: async (access, model) => (await import('@ai-sdk/perplexity')).createPerplexity(access)(model),
  },
  huggingface: {
    name: 'Hugging Face',
    baseUrl: 'https://router.huggingface.co/v1',
    defaultModel: 'meta-llama/Llama-3.3-70B-Instruct',
    otherModels: ['openai/gpt-oss-20b'],
    supportsTools: true,
    disablesReasoning: never,
    open: (access, model) => openCompatible('huggingface', access, model),
  },
  mistral: {
    name: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    defaultModel: 'mistral-small-latest',
    otherModels: ['mistral-medium-latest', 'mistral-large-latest'],
    supportsTools: true,
    disablesReasoning: always,
    open: async (access, model) => (await import('@ai-sdk/mistral')).createMistral(access)(model),
  },
  groq: {
    name: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    defaultModel: 'llama-3.3-70b-versatile',
    otherModels: ['llama-3.1-8b-instant', 'openai/gpt-oss-20b'],
    supportsTools: true,
    disablesReasoning: always,
    open: async (access, model) => (await import('@ai-sdk/groq')).createGroq(access)(model),
  },
  custom: {
    name: 'Custom',
    baseUrl: null,
    defaultModel: null,
    otherModels: [],
    supportsTools: true,
    disablesReasoning: never,
    open: (access, model) => openCompatible('custom', access, model),
  },
}
