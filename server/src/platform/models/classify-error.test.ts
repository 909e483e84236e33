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

/** What comes of a call of a server that answers like this. */
async function faultOf(listener: RequestListener): Promise<ModelError> {
  const server = createServer(listener)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const log = pino({ level: 'silent' })
  const http = () => outgoing({ log, allowLoopback: true })
  const models = createModels({ log, http: http(), customHttp: http(), origin: null })
  closing.push(() => new Promise((closed) => server.close(closed)), models.stop)
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const test = { provider: 'custom', apiKey: 'k', baseUrl, model: 'm' } as const
  const fault = await models.test(test, new AbortController().signal).catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(ModelError)
  return fault as ModelError
}

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    const isText = typeof body === 'string'
    response
      .writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers })
      .end(isText ? body : JSON.stringify(body))
  }
const said = (message: string, code: string | null = null) => ({ error: { message, code, type: null } })

it.each([
  ['a proxy’s page', answer(502, '<h1>Bad gateway</h1>'), 'server'],
  ['a gateway that waited', answer(504, ''), 'timeout'],
  ['overload', answer(529, said('overloaded')), 'server'],
  ['an empty account', answer(402, said('Insufficient Balance')), 'rate_limited'],
  ['a wrong address', answer(404, '<h1>Not found</h1>'), 'unknown_model'],
  ['Ollama without the model', answer(404, said('model "m" not found, try pulling it first')), 'unknown_model'],
  ['vLLM without the model', answer(400, said('The model `m` does not exist.', 'NotFoundError')), 'unknown_model'],
  ['a key told by 400', answer(400, said('API key not valid. Please pass a valid API key.')), 'wrong_key'],
  ['a setting the model does not take', answer(400, said("Unsupported value: 'temperature'")), 'bad_request'],
  ['a question that is too long', answer(413, said('Request too large')), 'bad_request'],
  ['another address', answer(307, '', { location: 'http://127.0.0.1:1/' }), 'bad_answer'],
  ['a sign-in page', answer(200, '<h1>Welcome to the hotel</h1>'), 'bad_answer'],
  ['nothing', answer(204, ''), 'bad_answer'],
  ['a whole answer instead of a stream', answer(200, { choices: [{ message: { content: 'Hi' } }] }), 'cut'],
  ['a closed connection', (request) => void request.socket.destroy(), 'no_network'],
] satisfies [string, RequestListener, string][])('tells %s', async (_, listener, fault) => {
  expect((await faultOf(listener)).fault).toBe(fault)
})

it.each([
  ['12', 12],
  ['1.5', 2],
  ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ['soon', null],
  ['', null],
])('reads how long to wait from %s', async (value, seconds) => {
  const { retryAfterSeconds } = await faultOf(answer(429, said('slow down'), { 'retry-after': value }))
  if (seconds === null) expect(retryAfterSeconds).toBeNull()
  else expect(Math.abs((retryAfterSeconds ?? -9) - seconds)).toBeLessThanOrEqual(1)
})

it('reads how long to wait from a date to come', async () => {
  const inAnHour = Date.now() + 3_600_000
  const { retryAfterSeconds } = await faultOf(
    answer(429, said('slow down'), { 'retry-after': new Date(inAnHour).toUTCString() }),
  )
  // The header has whole seconds, and time passes until it is read.
  expect(retryAfterSeconds).toBeLessThanOrEqual(3600)
  expect(retryAfterSeconds).toBeGreaterThanOrEqual(Math.floor((inAnHour - Date.now()) / 1000) - 1)
})
