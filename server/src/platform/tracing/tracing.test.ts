import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getGuestConversation, sendGuestMessage } from '#contracts/conversation/guest-conversation.ts'
import { getSession } from '#contracts/identity/session.ts'
import type { MessageId } from '#contracts/ids.ts'
import { testProvider } from '#contracts/provider/api-settings.ts'
import { connectProvider } from '#server/provider/fixture.ts'
import { clientOf } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { startChat } from '#test/proof/full-tenant.ts'
import { type CollectedSpan, type Collector, startCollector } from '#test/standin/collector.ts'
import { type Standin, startStandin } from '#test/standin/server.ts'
import { openTracing, type Tracing } from './tracing.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
const traceparent = `00-${TRACE}-${CALLER}-01`
const SLOW = { timeout: 40_000 }

let h: Harness
let collector: Collector
let standin: Standin
beforeAll(async () => {
  ;[collector, standin] = await Promise.all([startCollector(), startStandin()])
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of%20the%20collector',
    AI_ORIGIN: standin.url,
    ALLOW_LOCAL_MODELS: 'true',
  }
  h = await startHarness({ env })
})
afterEach(() => collector.behave('take'))
afterAll(async () => {
  await h.stop()
  await Promise.all([collector.stop(), standin.stop()])
})

const ofTrace = (): CollectedSpan[] => collector.spans.filter(({ traceId }) => traceId === TRACE)
const named = (name: string) => ofTrace().find((span) => span.name === name)
/** The names from a span up to the outermost one that was collected. */
function pathOf(span: CollectedSpan | undefined): string[] {
  if (!span) return []
  return [span.name, ...pathOf(ofTrace().find(({ spanId }) => spanId === span.parentSpanId))]
}

describe('a trace', () => {
  it('goes from the caller’s over the request, its transaction and statements into the job that answers', async () => {
    const made = await h.tenant()
    const { headers } = await h.guest(made)
    const guest = clientOf(h.url, { ...headers, traceparent })
    const { params } = await startChat(guest, made.slug)
    await expect
      .poll(async () => (await guest.call(getGuestConversation, { params })).messages.at(-1)?.state, SLOW)
      .toBe('complete')
    await collected()
    const request = named('POST /api/portal/:slug/conversations/:conversationId/messages')
    expect(request?.parentSpanId).toBe(CALLER)
    expect(request?.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': expect.stringContaining('/api/portal/:slug/'),
      'http.response.status_code': 201,
      'segue.tenant.id': made.tenant.id,
    })
    const insert = ofTrace().find(
      ({ name, attributes }) => name === 'INSERT' && String(attributes['db.query.text']).includes('"message"'),
    )
    expect(pathOf(insert).slice(0, 2)).toEqual(['INSERT', 'transaction'])
    expect(named('job assistant.answerConversation')).toMatchObject({ parentSpanId: expect.any(String), kind: 5 })
    expect(pathOf(named('job assistant.answerConversation')).at(-1)).toBe(request?.name)
    expect(collector.resources[0]).toMatchObject({ 'service.name': 'segue' })
    expect(collector.headers[0]?.authorization).toBe('Bearer of the collector')
  })

  it('shows a model call with its tokens, and is named to the operator’s gateway, but not to a business’s own server', async () => {
    const made = await h.tenant()
    const owner = await h.member(made, 'owner')
    const key = 'sk-secret-of-a-business'
    await connectProvider(made.tenant, 'openai', { key })
    await connectProvider(made.tenant, 'custom', { key, baseUrl: `${standin.url}/custom/v1`, model: 'm' })
    const traced = clientOf(h.url, { ...owner.headers, traceparent })
    await traced.call(testProvider, { body: { provider: 'openai' } })
    await traced.call(testProvider, { body: { provider: 'custom' } })
    await expect.poll(() => [named('model openai'), named('model custom')].every(Boolean), SLOW).toBe(true)
    expect(named('model openai')?.attributes).toMatchObject({
      'gen_ai.provider.name': 'openai',
      'gen_ai.usage.output_tokens': expect.any(Number),
    })
    const calls = ofTrace().filter(({ name }) => name === 'HTTP POST')
    expect(calls.map((call) => pathOf(call)[1]).sort()).toEqual(['model custom', 'model openai'])
    const given = (provider: string) =>
      standin.requests.filter((one) => one.provider === provider).map((one) => one.headers.traceparent)
    const toGateway = calls.find((call) => pathOf(call)[1] === 'model openai')
    expect(given('openai')).toEqual([`00-${TRACE}-${toGateway?.spanId}-01`])
    expect(given('custom')).toEqual([undefined])
  })

  it('holds no text of a message, no address, key or value of a statement', async () => {
    const made = await h.tenant()
    const { headers, actor } = await h.member(made, 'owner', 'Canary O’Name')
    await clientOf(h.url, { ...headers, traceparent }).call(getSession)
    const guest = clientOf(h.url, { ...(await h.guest(made)).headers, traceparent })
    const { params } = await startChat(guest, made.slug)
    const question = 'My canary question is whether you ship to canary@example.com'
    const body = { id: crypto.randomUUID() as MessageId, body: question, fileIds: [] }
    await guest.call(sendGuestMessage, { params, body })
    await made.tenant.tx((t) => t.sql(`SELECT 'canary''s' AS a, E'canary\\'s' AS b, $1::text AS c`, ['canary']))
    await collected()
    const all = collector.texts.join('\n')
    expect(all.toLowerCase()).not.toContain('canary')
    expect(all).not.toContain(actor.email)
    expect(all).not.toContain('sk-secret')
    expect(all).not.toContain('127.0.0.1')
  })

  it('records a failure by its name, and a refusal as an answer', async () => {
    const caller = clientOf(h.url, { traceparent: `00-${'a'.repeat(32)}-${CALLER}-01` })
    expect((await caller.raw('/api/tickets')).status).toBe(401)
    const refused = () => collector.spans.find(({ name, traceId }) => name === 'GET /api/tickets' && traceId[0] === 'a')
    await expect
      .poll(refused, SLOW)
      .toMatchObject({ attributes: { 'http.response.status_code': 401 }, status: { code: 0 } })
    const { tenant } = await h.tenant()
    const failing = h.platform.tracing.root({ kind: 'internal', name: 'failing' }, () =>
      tenant.read((t) => t.sql('SELECT 1 / 0')),
    )
    await expect(failing).rejects.toThrow('division by zero')
    const failed = () => collector.spans.find((one) => one.name === 'SELECT' && one.status.code === 2)
    await expect.poll(failed, SLOW).toMatchObject({ attributes: { 'error.type': '22012' } })
  })
})

/** Waits until what has ended so far is sent. */
async function collected(): Promise<void> {
  const name = `mark ${crypto.randomUUID()}`
  const isReceived = async () => {
    // Again, since a full queue drops it.
    await h.platform.tracing.root({ kind: 'internal', name }, async () => undefined)
    return collector.spans.some((span) => span.name === name)
  }
  await expect.poll(isReceived, { ...SLOW, interval: 500 }).toBe(true)
}

const droppedIn = async (one: Harness): Promise<number> =>
  Number(/segue_trace_spans_dropped_total (\d+)/.exec(await one.platform.metrics.text())?.[1])

describe('tracing', () => {
  const tracingOf = (share: number) =>
    openTracing(
      { ...h.platform.config, otlp: { endpoint: collector.url, headers: {}, share } },
      {
        log: h.platform.log,
        onDropped: () => undefined,
      },
    )

  it('records the share of requests that is set, nothing below one that is left out, and sends the last spans when it stops', async () => {
    const [none, all] = await Promise.all([tracingOf(0), tracingOf(1)])
    const work = (tracing: Tracing, name: string) => () =>
      tracing.root({ kind: 'internal', name: 'left out', parent: traceparent }, () =>
        tracing.part({ kind: 'internal', name }, async () => tracing.traceparent()),
      )
    expect(await work(none, 'left out')()).toBeUndefined()
    // What is left out is no part of the request in which it is started either.
    const inside = all.root({ kind: 'internal', name: 'outer' }, work(all, 'kept'))
    expect(await inside).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))
    await Promise.all([none.stop(), all.stop()])
    const names = collector.spans.map(({ name }) => name)
    expect(names.filter((name) => name === 'kept' || name === 'outer')).toHaveLength(2)
    expect(ofTrace().filter(({ name }) => name === 'left out')).toHaveLength(1)
  })

  it('begins a trace of its own where the caller’s is malformed', async () => {
    const tracing = await tracingOf(1)
    const idOf = (parent: unknown) =>
      tracing.root({ kind: 'internal', name: 'malformed', parent }, async () => tracing.traceparent()?.split('-')[1])
    for (const parent of ['', 'x', `00-${'0'.repeat(32)}-${CALLER}-01`, `00-${TRACE}-${'0'.repeat(16)}-01`, 7, null])
      expect(await idOf(parent)).not.toBe(TRACE)
    expect(await idOf(traceparent)).toBe(TRACE)
    await tracing.stop()
  })
})

describe('a collector that', () => {
  it.each(['refuse', 'hang'] as const)(
    'does not take spans (%s) delays nothing; they are dropped and counted',
    async (how) => {
      collector.behave(how)
      const before = await droppedIn(h)
      const work = () => h.platform.tracing.root({ kind: 'internal', name: 'work' }, async () => undefined)
      for (let n = 0; n < 6000; n += 1) await work()
      await expect.poll(() => droppedIn(h), SLOW).toBeGreaterThan(before + 1000)
      expect((await h.visitor().raw('/livez')).status).toBe(200)
      collector.behave('take')
      await collected()
    },
  )
})

describe('without a collector', () => {
  it('no SDK of OpenTelemetry is loaded', async () => {
    const program = `
      import { NO_TRACING, openTracing } from './server/src/platform/tracing/tracing.ts'
      import { registerHooks } from 'node:module'
      const loaded = []
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
      const tracing = await openTracing({ otlp: null }, {})
      await import('./server/src/platform/build.ts')
      console.log(JSON.stringify({ isOff: tracing === NO_TRACING, sdk: loaded.filter((url) => /opentelemetry.(sdk|exporter|otlp)/.test(url)) }))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
    expect(JSON.parse(stdout)).toEqual({ isOff: true, sdk: [] })
  })
})
