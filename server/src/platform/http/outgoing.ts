import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Agent, Dispatcher } from 'undici'
import type { Log } from '#server/platform/log.ts'
import { NO_TRACING, type Tracing } from '#server/platform/tracing/tracing.ts'
import { parseTarget } from './address.ts'
import { readableBody } from './body.ts'
import type { CheckedAgent, Resolve } from './connect.ts'
import { OutgoingError } from './outgoing-error.ts'
import { cleanHeaders, nextStep, redirectOf, type Step } from './redirect.ts'

export type OutgoingRequest = {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer
  /** Milliseconds for the whole call; for `stream`, until the response's head and then for each pause (10,000). */
  timeoutMs?: number
  /** Largest response in bytes, compressed and decompressed (5 MB). */
  maxBytes?: number
  /** Redirects to follow at most (5). */
  maxRedirects?: number
  signal?: AbortSignal
}

export type OutgoingAnswer<Body> = {
  status: number
  /** Lower-case names; several of one name are joined by a comma. */
  headers: Record<string, string>
  /** The address of the answer, after redirects. */
  url: string
  body: Body
}

/** The only client for calls to other servers: no private networks, every redirect checked, time and size limited. */
export type Outgoing = {
  /** The complete answer, whatever its status. Throws OutgoingError, or the signal's reason when the caller aborted. */
  fetch(url: string, request?: OutgoingRequest): Promise<OutgoingAnswer<Buffer>>
  /** The same with the body as a stream; it fails with an OutgoingError and must be read or destroyed. */
  stream(url: string, request?: OutgoingRequest): Promise<OutgoingAnswer<Readable>>
  stop(): Promise<void>
}

type Options = {
  log: Log
  /** For tests and an AI server on the same machine: this machine on any port. Every other rule stays. */
  allowLoopback?: boolean
  /** Connections to one server at once (32); a model's answer uses one for many seconds. */
  connections?: number
  /** Keep-alive time of an unused connection (4,000 ms, at most 30,000), where the server sends none. */
  keepMs?: number
  /** Records each call as a part of the request or job that makes it. */
  tracing?: Tracing
  /** Names the trace to the server that is called: for the operator's own servers only. */
  passesTrace?: boolean
  /** Throws when a database transaction is open: the network must not hold rows locked. */
  assertNoTransaction?: () => void
  /** Resolves a host name; the system's resolver by default. */
  resolve?: Resolve
}

const TIMEOUT_MS = 10_000
const MAX_BYTES = 5 * 1024 * 1024
const MAX_REDIRECTS = 5

/** Builds the outgoing HTTP client. It loads with the first call and keeps connections for some seconds. */
export function outgoing(options: Options): Outgoing {
  let checked: Promise<CheckedAgent> | undefined
  const { tracing = NO_TRACING, passesTrace = false } = options
  // Without the address: a business chose it, and it may carry keys.
  const start = (text: string, request: OutgoingRequest, isWhole: boolean) => {
    const method = request.method ?? 'GET'
    const span = { kind: 'client', name: `HTTP ${method}`, attributes: { 'http.request.method': method } } as const
    return tracing.part(span, async (open) => {
      const started = await send(text, passesTrace ? withTrace(request, tracing) : request, isWhole)
      open.set({ 'http.response.status_code': started.answer.status })
      return started
    })
  }
  const send = async (text: string, request: OutgoingRequest, isWhole: boolean) => {
    options.assertNoTransaction?.()
    const timer = deadline(request)
    const began = performance.now()
    try {
      checked ??= openAgent(options)
      const { agent } = await checked
      const answer = await follow(agent, text, request, timer, options.allowLoopback ?? false)
      if (!isWhole) timer.clear()
      return { answer, timer }
    } catch (error) {
      timer.clear()
      const failure = timer.toError(error)
      const reason = failure instanceof OutgoingError ? failure.reason : 'aborted'
      // The host only: path and query may carry keys.
      const host = URL.parse(text)?.host ?? '?'
      options.log.info({ host, reason, ms: Math.round(performance.now() - began) }, 'outgoing call failed')
      throw failure
    }
  }
  return {
    async fetch(url, request = {}) {
      const { answer, timer } = await start(url, request, true)
      try {
        return { ...answer, body: await buffer(answer.body) }
      } catch (error) {
        throw timer.toError(error)
      } finally {
        timer.clear()
      }
    },
    async stream(url, request = {}) {
      return (await start(url, request, false)).answer
    },
    async stop() {
      const opened = await checked
      await opened?.stop()
    },
  }
}

function withTrace(request: OutgoingRequest, tracing: Tracing): OutgoingRequest {
  const traceparent = tracing.traceparent()
  return traceparent ? { ...request, headers: { ...request.headers, traceparent } } : request
}

async function openAgent(options: Options): Promise<CheckedAgent> {
  // Loaded with the first call: 8 MB that an idle server does not need.
  const { createCheckedAgent } = await import('./connect.ts')
  return createCheckedAgent({
    allowLoopback: options.allowLoopback ?? false,
    connectTimeoutMs: TIMEOUT_MS,
    connections: options.connections ?? 32,
    keepMs: options.keepMs ?? 4000,
    ...(options.resolve ? { resolve: options.resolve } : {}),
  })
}

type Deadline = { signal: AbortSignal; clear(): void; toError(error: unknown): Error }

/** One time-out over all steps of a call, combined with the caller's signal; it also classifies the error of a failed call. */
function deadline(request: OutgoingRequest): Deadline {
  const expired = new AbortController()
  const timer = setTimeout(() => expired.abort(), request.timeoutMs ?? TIMEOUT_MS)
  return {
    signal: request.signal ? AbortSignal.any([expired.signal, request.signal]) : expired.signal,
    clear: () => clearTimeout(timer),
    toError(error) {
      if (request.signal?.aborted) {
        return request.signal.reason instanceof Error ? request.signal.reason : new Error('The call was aborted.')
      }
      if (expired.signal.aborted) return new OutgoingError('timeout')
      if (error instanceof OutgoingError) return error
      const { code, cause } = error as { code?: unknown; cause?: unknown }
      if (cause instanceof OutgoingError) return cause
      if (typeof code === 'string' && code.endsWith('_TIMEOUT')) return new OutgoingError('timeout', error)
      return new OutgoingError('network', error)
    },
  }
}

async function follow(
  agent: Agent,
  text: string,
  request: OutgoingRequest,
  timer: Deadline,
  allowLoopback: boolean,
): Promise<OutgoingAnswer<Readable>> {
  const { checkLiteral } = await import('./connect.ts')
  let step: Step = {
    url: parseTarget(text, undefined, allowLoopback),
    method: request.method ?? 'GET',
    headers: cleanHeaders(request.headers),
    body: request.body,
  }
  for (let hops = 0; ; hops += 1) {
    checkLiteral(step.url, allowLoopback)
    const answer = await orAborted(sendRequest(agent, step, request, timer), timer.signal)
    const headers = plainHeaders(answer.headers)
    const location = redirectOf(answer.statusCode, headers.location)
    if (location === null) {
      const isEmpty = step.method === 'HEAD' || answer.statusCode === 204 || answer.statusCode === 304
      const encoding = isEmpty ? '' : (headers['content-encoding'] ?? '').trim().toLowerCase()
      const maxBytes = request.maxBytes ?? MAX_BYTES
      const body = openBody(answer.body, encoding, isEmpty ? 0 : Number(headers['content-length']), maxBytes, timer)
      return { status: answer.statusCode, headers, url: step.url.href, body }
    }
    answer.body.on('error', () => undefined).destroy()
    if (hops >= (request.maxRedirects ?? MAX_REDIRECTS)) throw new OutgoingError('redirects')
    step = nextStep(step, parseTarget(location, step.url, allowLoopback), answer.statusCode)
  }
}

const sendRequest = (
  agent: Agent,
  step: Step,
  request: OutgoingRequest,
  timer: Deadline,
): Promise<Dispatcher.ResponseData> =>
  agent.request({
    origin: step.url.origin,
    path: step.url.pathname + step.url.search,
    method: step.method as Dispatcher.HttpMethod,
    headers: {
      'user-agent': 'Segue/1.0',
      accept: '*/*',
      ...step.headers,
      'accept-encoding': 'gzip, deflate, br',
    },
    body: step.body ?? null,
    signal: timer.signal,
    headersTimeout: request.timeoutMs ?? TIMEOUT_MS,
    bodyTimeout: request.timeoutMs ?? TIMEOUT_MS,
  })

/** undici handles an abort only once it is connected; this ends the wait for a resolver or host that never answers. */
async function orAborted(
  pending: Promise<Dispatcher.ResponseData>,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    if (signal.aborted) abort()
    return await Promise.race([pending, aborted.promise])
  } catch (error) {
    pending.then((late) => late.body.on('error', () => undefined).destroy()).catch(() => undefined)
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Refuses a response whose headers declare it too large or in an unknown encoding, and closes its connection. */
function openBody(raw: Readable, encoding: string, declared: number, maxBytes: number, timer: Deadline): Readable {
  try {
    if (declared > maxBytes) throw new OutgoingError('too_large')
    return readableBody(raw, encoding, maxBytes, timer.toError)
  } catch (error) {
    raw.on('error', () => undefined).destroy()
    throw error
  }
}

const plainHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
