import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { outgoing } from '#server/platform/http/outgoing.ts'
import { createModels } from './gateway.ts'
import { ModelError } from './model.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The error of a call to a server that sends this reply. */
async function errorOf(listener: RequestListener): Promise<ModelError> {
  const server = createServer(listener)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const log = pino({ level: 'silent' })
  const http = () => outgoing({ log, allowLoopback: true })
  const models = createModels({ log, http: http(), customHttp: http(), origin: null })
  closing.push(() => new Promise((closed) => server.close(closed)), models.stop)
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const test = { provider: 'custom', apiKey: 'k', baseUrl, model: 'm' } as const
  const failure = await models.test(test, new AbortController().signal).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ModelError)
  return failure as ModelError
}

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    const isText = typeof body === 'string'
    response
      .writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers })
      .end(isText ? body : JSON.stringify(body))
  }
const errorBody = (message: string, code: string | null = null) => ({ error: { message, code, type: null } })

it.each([
  ['a proxy’s page', answer(502, '<h1>Bad gateway</h1>'), 'server'],
  ['a gateway time-out', answer(504, ''), 'timeout'],
  ['overload', answer(529, errorBody('overloaded')), 'server'],
  ['an account without credit', answer(402, errorBody('Insufficient Balance')), 'rate_limited'],
  ['a wrong address', answer(404, '<h1>Not found</h1>'), 'unknown_model'],
  ['Ollama without the model', answer(404, errorBody('model "m" not found, try pulling it first')), 'unknown_model'],
  ['vLLM without the model', answer(400, errorBody('The model `m` does not exist.', 'NotFoundError')), 'unknown_model'],
  [
    'a wrong key reported by 400',
    answer(400, errorBody('API key not valid. Please pass a valid API key.')),
    'wrong_key',
  ],
  ['a setting the model does not take', answer(400, errorBody("Unsupported value: 'temperature'")), 'bad_request'],
  ['a question that is too long', answer(413, errorBody('Request too large')), 'bad_request'],
  ['a redirect', answer(307, '', { location: 'http://127.0.0.1:1/' }), 'bad_answer'],
  ['a sign-in page', answer(200, '<h1>Welcome to the hotel</h1>'), 'bad_answer'],
  ['nothing', answer(204, ''), 'bad_answer'],
  ['a whole answer instead of a stream', answer(200, { choices: [{ message: { content: 'Hi' } }] }), 'cut'],
  ['a closed connection', (request) => void request.socket.destroy(), 'no_network'],
] satisfies [string, RequestListener, string][])('an error is classified: %s → $2', async (_, listener, kind) => {
  expect((await errorOf(listener)).kind).toBe(kind)
})

it.each([
  ['12', 12],
  ['1.5', 2],
  ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ['soon', null],
  ['', null],
])('retryAfterSeconds of the header "%s" is %s', async (value, seconds) => {
  const { retryAfterSeconds } = await errorOf(answer(429, errorBody('slow down'), { 'retry-after': value }))
  if (seconds === null) expect(retryAfterSeconds).toBeNull()
  else expect(Math.abs((retryAfterSeconds ?? -9) - seconds)).toBeLessThanOrEqual(1)
})

it('retryAfterSeconds of a future date is the seconds until then', async () => {
  const inAnHour = Date.now() + 3_600_000
  const { retryAfterSeconds } = await errorOf(
    answer(429, errorBody('slow down'), { 'retry-after': new Date(inAnHour).toUTCString() }),
  )
  // The header has whole seconds, and time passes until it is parsed.
  expect(retryAfterSeconds).toBeLessThanOrEqual(3600)
  expect(retryAfterSeconds).toBeGreaterThanOrEqual(Math.floor((inAnHour - Date.now()) / 1000) - 1)
})
