import { tool } from 'ai'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ProviderId } from '#contracts/provider/provider.ts'
import { outgoing } from '#server/platform/http/outgoing.ts'
import type { Behaviours } from '#test/standin/behaviour.ts'
import { type Standin, startStandin } from '#test/standin/server.ts'
import { createModels } from './gateway.ts'
import { type ModelCall, ModelError, type ModelPart, type Models } from './model.ts'

const lines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
let standin: Standin
let models: Models
let strict: Models

beforeAll(async () => {
  standin = await startStandin()
  const http = () => outgoing({ log, allowLoopback: true, connections: 512 })
  models = createModels({ log, http: http(), customHttp: http(), origin: standin.url })
  strict = createModels({ log, http: outgoing({ log }), customHttp: outgoing({ log }), origin: null })
})
afterEach(() => standin.reset())
afterAll(async () => {
  await models.stop()
  await strict.stop()
  await standin.stop()
})

const KEY = 'sk-canary-7f31'
const SYSTEM =
  'You help customers of Acorn.\n<passage id="1">Send it back within 30 days. The parcel is free.</passage>'

const callOf = (provider: ProviderId, more: Partial<ModelCall> = {}): ModelCall => ({
  provider,
  apiKey: KEY,
  baseUrl: provider === 'custom' ? `${standin.url}/custom/v1` : null,
  model: 'model-x',
  system: SYSTEM,
  messages: [{ role: 'user', content: 'How long can I send it back?' }],
  maxTokens: 200,
  temperature: 0.5,
  ...more,
})

type CallResult = {
  text: string
  tools: string[]
  finish: Extract<ModelPart, { type: 'finish' }> | null
  error: unknown
}

async function runCall(call: ModelCall, signal = new AbortController().signal, by = models): Promise<CallResult> {
  const result: CallResult = { text: '', tools: [], finish: null, error: null }
  try {
    for await (const part of by.stream(call, signal)) {
      if (part.type === 'text') result.text += part.text
      else if (part.type === 'tool') result.tools.push(part.name)
      else result.finish = part
    }
  } catch (error) {
    result.error = error
  }
  return result
}

const errorOf = ({ error }: CallResult): ModelError => {
  expect(error).toBeInstanceOf(ModelError)
  return error as ModelError
}

const reportedUsage = () =>
  standin.usageLog.reduce(
    (sum, { inputTokens, outputTokens }) => ({
      inputTokens: sum.inputTokens + inputTokens,
      outputTokens: sum.outputTokens + outputTokens,
    }),
    { inputTokens: 0, outputTokens: 0 },
  )

const PROVIDERS = ProviderId.options

describe.each(PROVIDERS)('%s', (provider) => {
  it('[P2] answers with its usage', async () => {
    const result = await runCall(callOf(provider))
    expect(result.error).toBeNull()
    expect(result.text).toBe('Send it back within 30 days [1]. The parcel is free [1].')
    expect(result.finish).toEqual({ type: 'finish', usage: reportedUsage(), model: 'model-x', calls: 1 })
    expect(standin.requests[0]?.parsed).toMatchObject({ key: KEY, model: 'model-x', system: SYSTEM })
  })

  it.each([
    ['401', 'wrong_key', 401],
    ['403', 'wrong_key', 403],
    ['429', 'rate_limited', 429],
    ['500', 'server', 500],
    ['unknown-model', 'unknown_model', null],
    ['bad-request', 'bad_request', 400],
    ['bad-json', 'bad_answer', null],
    ['html', 'bad_answer', null],
    ['cut', 'cut', null],
    ['drop', 'cut', null],
    ['error', 'server', null],
    ['error-late', 'server', null],
    ['empty', 'bad_answer', null],
    ['hang', 'timeout', null],
  ] satisfies [Behaviours, string, number | null][])(
    '[P2] the provider’s behaviour %s is classified as %s',
    async (behaviour, kind, status) => {
      standin.setBehaviour(provider, behaviour)
      const result = await runCall(callOf(provider, { silenceMs: behaviour === 'hang' ? 150 : 5000 }))
      const error = errorOf(result)
      // Two packages do not know error frames and report an invalid answer.
      const isUnread = (provider === 'mistral' || provider === 'perplexity') && behaviour.startsWith('error')
      if (isUnread) return expect(error.kind).toBe('bad_answer')
      expect([error.kind, error.usage ?? { inputTokens: 0, outputTokens: 0 }]).toEqual([kind, reportedUsage()])
      // Google answers a wrong key with 400.
      if (status !== null) expect(error.status).toBe(provider === 'gemini' && status === 401 ? 400 : status)
      if (behaviour === '429') expect(error.retryAfterSeconds).toBe(7)
      expect(result.finish).toBeNull()
    },
  )
})

const search = tool({
  description: 'Searches',
  inputSchema: z.object({ query: z.string() }),
  execute: async ({ query }) => `Nothing on ${query}`,
})

describe('tools', () => {
  it.each(PROVIDERS)('are sent to %s, and their results returned, in its format', async (provider) => {
    standin.setBehaviour(provider, { tool: 'search', input: { query: 'parcels' } })
    const result = await runCall(callOf(provider, { tools: { search } }))
    if (provider === 'perplexity') {
      expect(standin.requests.map(({ parsed }) => parsed.tools)).toEqual([[]])
      return
    }
    expect([result.error, result.tools, result.text]).toEqual([
      null,
      ['search'],
      'Here is what I found: Nothing on parcels',
    ])
    expect(result.finish).toMatchObject({ calls: 2, usage: reportedUsage() })
    expect(standin.requests.map(({ parsed }) => parsed.tools)).toEqual([['search'], ['search']])
  })

  it.each(PROVIDERS)('are not needed for a conversation of several turns: %s', async (provider) => {
    const messages: ModelCall['messages'] = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi there' },
      { role: 'user', content: 'How long can I send it back?' },
    ]
    expect((await runCall(callOf(provider, { messages }))).error).toBeNull()
    const turns = standin.requests[0]?.parsed.turns.map(({ role, text }) => `${role}: ${text}`)
    expect(turns).toEqual(['user: Hello', 'assistant: Hi there', 'user: How long can I send it back?'])
  })

  it('are called in at most 4 requests, or maxCalls', async () => {
    standin.setBehaviour('claude', 'loops')
    const result = await runCall(callOf('claude', { tools: { search } }))
    expect([result.error, result.text, result.tools.length]).toEqual([null, '', 4])
    expect(result.finish).toMatchObject({ calls: 4, usage: reportedUsage() })
    await runCall(callOf('claude', { tools: { search }, maxCalls: 2 }))
    expect(standin.requests).toHaveLength(6)
  })

  it('that never return do not block a call past its time-out', async () => {
    const stuck = tool({ inputSchema: z.object({}), execute: () => new Promise<string>(() => undefined) })
    standin.setBehaviour('openai', { tool: 'stuck', input: {} })
    const error = errorOf(await runCall(callOf('openai', { tools: { stuck }, totalMs: 200 })))
    expect(error.kind).toBe('timeout')
  })
})

describe('keys', () => {
  afterEach(() => {
    delete process.env.OPENAI_API_KEY
    delete process.env.OPENAI_BASE_URL
  })

  it('and addresses of the environment are never used', async () => {
    process.env.OPENAI_API_KEY = 'sk-of-the-platform'
    process.env.OPENAI_BASE_URL = 'http://127.0.0.1:1/v1'
    for (const apiKey of ['', ' ', 'sk-\r\nx: y', 'sk-ü']) {
      expect(errorOf(await runCall(callOf('openai', { apiKey }))).kind).toBe('wrong_key')
    }
    expect(standin.requests).toHaveLength(0)
    expect((await runCall(callOf('openai'))).error).toBeNull()
    expect(JSON.stringify(standin.requests)).not.toContain('sk-of-the-platform')
  })

  it('are not in errors and not in the log', async () => {
    for (const behaviour of ['401', '500', 'bad-json', 'drop'] as const) {
      standin.setBehaviour('openai', behaviour)
      const error = errorOf(await runCall(callOf('openai')))
      expect(`${error.stack} ${JSON.stringify(error)} ${lines.join('')}`).not.toMatch(
        /canary|stand\*|Acorn|send it back/,
      )
    }
    expect(lines.join('')).toContain('wrong_key')
  })
})

describe('addresses', () => {
  it('of private networks are refused', async () => {
    for (const baseUrl of [
      'http://10.0.0.1/v1',
      'http://169.254.169.254/v1',
      'http://localhost:8080/v1',
      'ftp://a.example/',
      'nonsense',
      '',
    ]) {
      const result = await runCall(callOf('custom', { baseUrl }), undefined, strict)
      expect([baseUrl, errorOf(result).kind]).toEqual([baseUrl, 'refused_address'])
    }
    expect(errorOf(await runCall(callOf('custom'), undefined, strict)).kind).toBe('refused_address')
    expect(standin.requests).toHaveLength(0)
  })

  it('without a server give no_network', async () => {
    const baseUrl = 'http://127.0.0.1:1/v1'
    expect(errorOf(await runCall(callOf('custom', { baseUrl }))).kind).toBe('no_network')
  })
})

describe('reasoning of a model', () => {
  it.each([
    ['openai', 'gpt-6-luna', { reasoning_effort: 'none' }, []],
    ['openai', 'gpt-4.1-mini', { max_tokens: 200 }, ['reasoning_effort']],
    ['openai', 'gpt-4', { temperature: 0.5 }, ['reasoning_effort']],
    ['claude', 'claude-haiku-5-5', { thinking: { type: 'disabled' } }, ['temperature']],
    ['claude', 'claude-haiku-4-5', { temperature: 0.5 }, []],
    ['deepseek', 'deepseek-v4-flash', { thinking: { type: 'disabled' } }, []],
    ['gemini', 'gemini-2.5-flash', { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } }, []],
    ['custom', 'qwen3', { stream_options: { include_usage: true } }, ['reasoning_effort']],
  ] satisfies [ProviderId, string, object, string[]][])(
    'is turned off where the model allows it: %s %s',
    async (provider, model, sent, omitted) => {
      expect((await runCall(callOf(provider, { model }))).error).toBeNull()
      const { body = {} } = standin.requests[0] ?? {}
      expect(body).toMatchObject(sent)
      expect(omitted.filter((name) => name in body)).toEqual([])
    },
  )
})

describe('the end of a call', () => {
  it('by a reader that stops in the middle of an answer ends the request at the provider', async () => {
    standin.setBehaviour('claude', 'stall')
    for await (const part of models.stream(callOf('claude'), new AbortController().signal)) if (part) break
    await expect.poll(() => standin.open).toBe(0)
  })

  it('by the caller’s signal ends the request at the provider and throws the reason', async () => {
    standin.setBehaviour('openai', 'stall')
    const control = new AbortController()
    setTimeout(() => control.abort(new Error('the customer left')), 100)
    const result = await runCall(callOf('openai'), control.signal)
    expect([result.text, String(result.error)]).toEqual(['One moment', 'Error: the customer left'])
    await expect.poll(() => standin.open).toBe(0)
  })

  it('comes at a silence in the middle of an answer', async () => {
    standin.setBehaviour('openai', 'stall')
    const result = await runCall(callOf('openai', { silenceMs: 200 }))
    expect([result.text, errorOf(result).kind]).toEqual(['One moment', 'timeout'])
    await expect.poll(() => standin.open).toBe(0)
  })

  it('does not come while a tool runs longer than a silence may be', async () => {
    const slow = tool({
      inputSchema: z.object({}),
      execute: async () => {
        await new Promise((resolve) => setTimeout(resolve, 1500))
        return 'done'
      },
    })
    standin.setBehaviour('openai', { tool: 'slow', input: {} })
    const result = await runCall(callOf('openai', { tools: { slow }, silenceMs: 1000 }))
    expect([result.error, result.text]).toEqual([null, 'Here is what I found: done'])
  })

  it('comes at the total time-out, also after output', async () => {
    standin.setBehaviour('openai', 'stall')
    const result = await runCall(callOf('openai', { silenceMs: 5000, totalMs: 200 }))
    expect([result.text, errorOf(result).kind]).toEqual(['One moment', 'timeout'])
  })
})

it('no call is made inside a transaction', async () => {
  const held = createModels({
    log,
    http: outgoing({ log }),
    customHttp: outgoing({ log }),
    origin: standin.url,
    assertNoTransaction: () => {
      throw new Error('a transaction is open')
    },
  })
  expect(String((await runCall(callOf('openai'), undefined, held)).error)).toBe('Error: a transaction is open')
})

it('[P2] a key is tested by one short message', async () => {
  const { signal } = new AbortController()
  const test = { provider: 'openai', apiKey: KEY, baseUrl: null, model: 'model-x' } as const
  expect(await models.test(test, signal)).toMatchObject({ model: 'model-x', usage: reportedUsage() })
  expect(standin.requests[0]?.body).toMatchObject({
    model: 'model-x',
    messages: [{ role: 'user', content: 'Hello' }],
    max_tokens: 10,
  })
  standin.setBehaviour('openai', '401')
  await expect(models.test(test, signal)).rejects.toMatchObject({ kind: 'wrong_key', status: 401 })
})
