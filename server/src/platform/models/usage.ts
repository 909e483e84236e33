import type { ProviderId } from '#contracts/provider/provider.ts'
import type { Usage } from './model.ts'

/** Who tells what a call uses before its end: that is owed even when the answer is cut. */
export const TELLS_EARLY: ReadonlySet<ProviderId> = new Set(['claude', 'gemini'])

type Raw = { message?: { usage?: Counts }; usageMetadata?: Counts }
type Counts = Record<string, unknown>

/** What a frame of such a provider tells of the call under way; null when nothing. */
export function begunOf(frame: unknown): Usage | null {
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
