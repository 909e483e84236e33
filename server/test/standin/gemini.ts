import { frame, list, type ModelRequest, record, string, textOf, type Wire } from './wire.ts'

/** Google's streamGenerateContent: the model is named in the path, the key in the header `x-goog-api-key`. */
export const gemini: Wire = {
  sendsInputTokensFirst: true,
  read(provider, { path, headers, body }) {
    return {
      provider,
      key: string(headers['x-goog-api-key']),
      model: decodeURIComponent(/\/models\/([^:?]+):/.exec(path)?.[1] ?? ''),
      system: textOf(record(body.systemInstruction).parts),
      turns: list(body.contents).map(({ role, parts }) => turnOf(role, list(parts))),
      tools: list(body.tools).flatMap(({ functionDeclarations }) =>
        list(functionDeclarations).map(({ name }) => string(name)),
      ),
    }
  },
  open: (request, inputTokens) =>
    frame({
      candidates: [{ index: 0, content: { role: 'model', parts: [{ text: '' }] } }],
      usageMetadata: { promptTokenCount: inputTokens, totalTokenCount: inputTokens },
      modelVersion: request.model,
    }),
  text: (request, delta) => partFrame(request, { text: delta }),
  tool: (request, { name, input }) => partFrame(request, { functionCall: { name, args: input } }),
  close: (request, _reason, { inputTokens, outputTokens }) =>
    frame({
      candidates: [{ index: 0, content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: inputTokens,
        candidatesTokenCount: outputTokens,
        totalTokenCount: inputTokens + outputTokens,
      },
      modelVersion: request.model,
    }),
  error: () => frame({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }),
  refuse(status, { model }) {
    const [code, name, message, details] = ERRORS[status] ?? [status, 'INTERNAL', 'An internal error has occurred.']
    return {
      status: code,
      body: {
        error: { code, message: message.replace('{model}', model), status: name, ...(details ? { details } : {}) },
      },
    }
  },
}

/** Google refuses a wrong key with status 400. */
const ERRORS: Record<number, [status: number, name: string, message: string, details?: unknown[]]> = {
  400: [400, 'INVALID_ARGUMENT', 'Invalid value at generation_config.temperature.'],
  401: [
    400,
    'INVALID_ARGUMENT',
    'API key not valid. Please pass a valid API key.',
    [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
  ],
  403: [403, 'PERMISSION_DENIED', 'The caller does not have permission'],
  404: [404, 'NOT_FOUND', 'models/{model} is not found for API version v1beta.'],
  429: [429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.'],
}

function turnOf(role: unknown, parts: Record<string, unknown>[]): ModelRequest['turns'][number] {
  const results = parts.map(({ functionResponse }) => record(record(functionResponse).response).content)
  if (parts.some((part) => 'functionResponse' in part)) return { role: 'tool', text: results.map(toolText).join('\n') }
  return { role: role === 'model' ? 'assistant' : 'user', text: textOf(parts) }
}

const toolText = (content: unknown): string =>
  typeof content === 'string' ? content : textOf(content) || JSON.stringify(content ?? '')

const partFrame = (request: ModelRequest, part: unknown): string =>
  frame({ candidates: [{ index: 0, content: { role: 'model', parts: [part] } }], modelVersion: request.model })
