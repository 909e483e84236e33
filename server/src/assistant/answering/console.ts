import type { z } from 'zod'
import type { AgentTestView, testAgent as testAgentContract } from '#contracts/agent/agent-test.ts'
import type { AgentId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import * as m from '#i18n/messages.js'
import { connectedProviders, EDIT_AGENTS, getAgent } from '#server/agent/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { inLanguage, type Text } from '#server/platform/text/message.ts'
import { type AssistantAnswer, askAssistant } from './ask-assistant.ts'

type Given = z.output<typeof testAgentContract.body>

/**
 * Lets one agent answer a message as it would answer a customer, and returns the answer with sources and cost, and a notice in the given
 * language where no model answered. Agents in training and inactive agents can be tested too. Throws invalid_input for a provider
 * without a key.
 */
export async function testAgent(
  tenant: Tenant,
  actor: Member,
  id: AgentId,
  given: Given,
  language: Language = 'en',
): Promise<AgentTestView> {
  const [agent, connected] = await Promise.all([tenant.read((t) => getAgent(t, id)), connectedProviders(tenant)])
  requireRole(actor, EDIT_AGENTS)
  const only = given.provider === 'automatic' ? null : given.provider
  if (only && !connected.includes(only)) throw notConfigured(only)
  const started = performance.now()
  const asked = await askAssistant(tenant, { text: given.message, agent, ...(only ? { only } : {}) })
  const notice = noticeOf(asked, connected)
  return presentTest(asked, notice && inLanguage(notice, language), Math.round(performance.now() - started))
}

const PROVIDER_NAMES = {
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

const notConfigured = (provider: ProviderId): AppError => {
  const message: Text = (_, options) =>
    m.error_agent_test_not_configured({ provider: PROVIDER_NAMES[provider]({}, options) }, options)
  return new AppError('invalid_input', message, { fields: { 'body.provider': message }, reason: 'no_key' })
}

function presentTest(asked: AssistantAnswer, notice: string | null, latencyMs: number): AgentTestView {
  const { origin } = asked
  const attempts = origin.attempts ?? []
  const answered = attempts.findLast(({ fault }) => fault === null)
  const sum = (of: (attempt: (typeof attempts)[number]) => number) => attempts.reduce((all, one) => all + of(one), 0)
  return {
    answer: asked.text,
    outcome: asked.outcome,
    engine: origin.engine,
    notice,
    provider: answered?.provider ?? null,
    model: answered?.model ?? null,
    inputTokens: sum(({ usage }) => usage.inputTokens),
    outputTokens: sum(({ usage }) => usage.outputTokens),
    costMicroCents: sum(({ costMicroCents }) => costMicroCents),
    latencyMs,
    firstTokenMs: origin.firstTokenMs ?? answered?.firstTokenMs ?? null,
    confidence: asked.confidence,
    sources: asked.sources,
    suggestions: asked.suggestions,
    attempts: attempts.map(({ provider, model, fault }) => ({ provider, model, fault })),
    cut: (origin.groundingDecisions ?? []).flatMap(({ reason, sentence }) => (reason ? [{ reason, sentence }] : [])),
    tools: (origin.tools ?? []).map(({ name }) => name),
  }
}

/** Why no model answered; null where one did or none was needed. */
function noticeOf({ origin }: AssistantAnswer, connected: readonly ProviderId[]): Text | null {
  if (origin.engine === 'model') return null
  if (connected.length === 0) return m.error_agent_test_no_keys
  if (origin.degraded === 'budget') return m.error_agent_test_budget
  if (origin.degraded === 'all_failed') return m.error_agent_test_all_failed
  if (origin.degraded === 'too_slow') return m.error_agent_test_too_slow
  if (origin.degraded === 'refused') return m.error_agent_test_refused
  return null
}
