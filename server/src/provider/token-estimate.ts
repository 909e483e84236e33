import type { Usage } from '#server/platform/models/model.ts'
import type { ModelRequest } from './model-request.ts'

/** Few texts have fewer characters per token, so that estimates are rather too high. */
const CHARACTERS_PER_TOKEN = 3

type Prompt = Pick<ModelRequest, 'system' | 'messages'>

const tokensOf = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN)

const promptTokens = ({ system, messages }: Prompt): number => tokensOf(system.length + JSON.stringify(messages).length)

/** The most tokens that a request can use, estimated by its characters: what is reserved of a budget before a call. */
export const estimateTokens = (request: Prompt & Pick<ModelRequest, 'maxTokens'>): Usage => ({
  inputTokens: promptTokens(request),
  outputTokens: request.maxTokens,
})

/**
 * The usage of a call that ended early: what the provider reported, and where that is less than what was sent and received, an
 * estimate by characters. Each request of a call repeats its prompt. A provider charges for an interrupted call too, but seldom says how much.
 */
export function usageOfInterrupted(
  reported: Usage | null,
  sent: { prompt: Prompt; requests: number },
  receivedCharacters: number,
): { usage: Usage; isEstimated: boolean } {
  const inputTokens = reported?.inputTokens || promptTokens(sent.prompt) * sent.requests
  const outputTokens = Math.max(reported?.outputTokens ?? 0, tokensOf(receivedCharacters))
  const isEstimated = inputTokens !== reported?.inputTokens || outputTokens !== reported?.outputTokens
  return { usage: { inputTokens, outputTokens }, isEstimated }
}
