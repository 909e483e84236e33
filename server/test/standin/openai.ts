import type { ProviderId } from '#contracts/provider/provider.ts'
import { bearerOf, frame, list, type ModelRequest, record, string, textOf, type Wire } from './wire.ts'

/** OpenAI's chat format, also used by DeepSeek, Mistral, Groq, Perplexity, Hugging Face and custom endpoints. */
export const openai: Wire = {
  read(provider, { headers, body }) {
    const messages = list(body.messages)
    const isSystem = (role: unknown) => role === 'system' || role === 'developer'
    return {
      provider,
      key: bearerOf(headers),
      model: string(body.model),
      system: messages
        .filter(({ role }) => isSystem(role))
        .map(({ content }) => textOf(content))
        .join('\n'),
      turns: messages
        .filter(({ role }) => !isSystem(role))
        .map(({ role, content }) => ({
          role: string(role) as ModelRequest['turns'][number]['role'],
          text: textOf(content),
        })),
      tools: list(body.tools).map((tool) => string(record(tool.function).name)),
    }
  },
  open: (request) => chunk(request, { role: 'assistant', content: '' }),
  text: (request, delta) => chunk(request, { content: delta }),
  tool: (request, { name, input, id }) =>
    chunk(request, {
      tool_calls: [{ index: 0, id, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
    }),
  close: (request, reason, { inputTokens, outputTokens }) => {
    const usage = {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    }
    const last = {
      ...head(request),
      choices: [{ index: 0, delta: {}, finish_reason: reason === 'tools' ? 'tool_calls' : 'stop' }],
      // Groq reports the usage in `x_groq`.
      ...(request.provider === 'groq' ? { x_groq: { id: 'req_standin', usage } } : { usage }),
    }
    return frame(last) + frame('[DONE]')
  },
  error: () =>
    frame({ error: { message: 'The server is overloaded.', type: 'server_error', param: null, code: null } }),
  refuse(status, { provider, model }) {
    const [given, message, code] = (status === 404 && NO_MODEL[provider]) || [
      status,
      ...(ERRORS[status] ?? ['The server had an error.', 'server_error']),
    ]
    return {
      status: given,
      body: { error: { message: message.replace('{model}', model), type: code, param: null, code } },
    }
  },
}

/** Providers that refuse an unknown model with status 400 instead of 404. */
const NO_MODEL: Partial<Record<ProviderId, [status: number, message: string, code: string]>> = {
  deepseek: [400, 'Model Not Exist', 'invalid_request_error'],
  mistral: [400, 'Invalid model: {model}', 'invalid_model'],
  perplexity: [400, "Invalid model '{model}'. Permitted models can be found in the documentation.", 'invalid_model'],
  huggingface: [400, "The requested model '{model}' does not exist", 'model_not_found'],
}

const ERRORS: Record<number, [message: string, code: string]> = {
  400: ['Invalid value for temperature.', 'invalid_request_error'],
  401: ['Incorrect API key provided: sk-stand********ndin.', 'invalid_api_key'],
  403: ['Your account may not use this.', 'permission_denied'],
  404: ['The model `{model}` does not exist or you do not have access to it.', 'model_not_found'],
  429: ['Rate limit reached for requests.', 'rate_limit_exceeded'],
}

const head = ({ model }: ModelRequest) => ({
  id: 'chatcmpl-standin',
  object: 'chat.completion.chunk',
  created: 1_760_000_000,
  model,
})

const chunk = (request: ModelRequest, delta: unknown): string =>
  frame({ ...head(request), choices: [{ index: 0, delta, finish_reason: null }] })
