import type { ProviderId } from '#contracts/provider/provider.ts'
import type { Usage } from './model.ts'

/** Providers that report usage before the end of a call: it costs money even if the answer is interrupted. */
export const REPORTS_USAGE_EARLY: ReadonlySet<ProviderId> = new Set(['claude', 'gemini'])

type Raw = { message?: { usage?: Counts }; usageMetadata?: Counts }
type Counts = Record<string, unknown>

/** The usage that a frame of such a provider reports for the running step; null when it reports none. */
export function partialUsageOf(frame: unknown): Usage | null {
  const { message, usageMetadata } = (frame ?? {}) as Raw
  if (message?.usage) {
    const cached = of(message.usage, 'cache_creation_input_tokens') + of(message.usage, 'cache_read_input_tokens')
    return {
      inputTokens: of(message.usage, 'input_tokens') + cached,
      outputTokens: of(message.usage, 'output_tokens'),
    }
  }
  if (!usageMetadata) return null
  return {
    inputTokens: of(usageMetadata, 'promptTokenCount') + of(usageMetadata, 'toolUsePromptTokenCount'),
    outputTokens: of(usageMetadata, 'candidatesTokenCount') + of(usageMetadata, 'thoughtsTokenCount'),
  }
}

const of = (counts: Counts, name: string): number => (typeof counts[name] === 'number' ? counts[name] : 0)
