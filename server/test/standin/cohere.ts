import { openai } from './openai.ts'
import { bearerOf, frame, type Wire } from './wire.ts'

/** Cohere's chat format, version 2: requests are close to OpenAI's, replies are streamed in Cohere's events. */
export const cohere: Wire = {
  read: (provider, request) => ({ ...openai.read(provider, request), key: bearerOf(request.headers) }),
  open: () => event('message-start', { id: 'msg_standin', delta: { message: { role: 'assistant', content: [] } } }),
  text: (_request, delta) =>
    event('content-start', { index: 0, delta: { message: { content: { type: 'text', text: '' } } } }) +
    event('content-delta', { index: 0, delta: { message: { content: { text: delta } } } }) +
    event('content-end', { index: 0 }),
  tool: (_request, { name, input, id }) =>
    event('tool-call-start', {
      index: 0,
      delta: { message: { tool_calls: { id, type: 'function', function: { name, arguments: '' } } } },
    }) +
    event('tool-call-delta', {
      index: 0,
      delta: { message: { tool_calls: { function: { arguments: JSON.stringify(input) } } } },
    }) +
    event('tool-call-end', { index: 0 }),
  close: (_request, reason, { inputTokens, outputTokens }) => {
    const tokens = { input_tokens: inputTokens, output_tokens: outputTokens }
    return event('message-end', {
      delta: {
        finish_reason: reason === 'tools' ? 'TOOL_CALL' : 'COMPLETE',
        usage: { billed_units: tokens, tokens },
      },
    })
  },
  error: () =>
    event('message-end', {
      delta: { finish_reason: 'ERROR', usage: { tokens: { input_tokens: 0, output_tokens: 0 } } },
    }),
  refuse: (status, { model }) => ({
    status,
    body: { id: 'standin', message: (ERRORS[status] ?? 'internal server error').replace('{model}', model) },
  }),
}

const ERRORS: Record<number, string> = {
  400: 'invalid request: temperature must be between 0 and 1.',
  401: 'invalid api token',
  403: 'forbidden',
  404: "model '{model}' not found, make sure the correct model ID was used.",
  429: 'Please wait and try again later',
}

const event = (type: string, more: object): string => frame({ type, ...more }, type)
