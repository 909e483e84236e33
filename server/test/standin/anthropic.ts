import { frame, list, type ModelRequest, string, textOf, type Wire } from './wire.ts'

/** Anthropic's messages. */
export const anthropic: Wire = {
  sendsInputTokensFirst: true,
  read(provider, { headers, body }) {
    return {
      provider,
      key: string(headers['x-api-key']),
      model: string(body.model),
      system: textOf(body.system),
      turns: list(body.messages).map(({ role, content }) => ({
        role: list(content).some(({ type }) => type === 'tool_result')
          ? 'tool'
          : (string(role) as ModelRequest['turns'][number]['role']),
        text: textOf(content),
      })),
      tools: list(body.tools).map(({ name }) => string(name)),
    }
  },
  open: (request, inputTokens) =>
    event('message_start', {
      message: {
        id: 'msg_standin',
        type: 'message',
        role: 'assistant',
        model: request.model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: inputTokens, output_tokens: 0 },
      },
    }),
  text: (_request, delta) => {
    return (
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: delta } }) +
      event('content_block_stop', { index: 0 })
    )
  },
  tool: (_request, { name, input, id }) =>
    event('content_block_start', { index: 0, content_block: { type: 'tool_use', id, name, input: {} } }) +
    event('content_block_delta', {
      index: 0,
      delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) },
    }) +
    event('content_block_stop', { index: 0 }),
  close: (_request, reason, { outputTokens }) =>
    event('message_delta', {
      delta: { stop_reason: reason === 'tools' ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: outputTokens },
    }) + event('message_stop', {}),
  error: () => event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
  refuse(status, { model }) {
    const [type, message] = ERRORS[status] ?? ['api_error', 'Internal server error']
    return { status, body: { type: 'error', error: { type, message: message.replace('{model}', model) } } }
  },
}

const ERRORS: Record<number, [type: string, message: string]> = {
  400: ['invalid_request_error', 'max_tokens: must be greater than 0'],
  401: ['authentication_error', 'invalid x-api-key'],
  403: ['permission_error', 'Your account may not use this.'],
  404: ['not_found_error', 'model: {model}'],
  429: ['rate_limit_error', 'This request would exceed your rate limit.'],
}

const event = (type: string, more: object): string => frame({ type, ...more }, type)
