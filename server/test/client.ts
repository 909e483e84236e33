import { createParser } from 'eventsource-parser'
import type { Endpoint, InputOf, ReplyOf } from '#contracts/endpoint.ts'
import type { ErrorReply } from '#contracts/errors.ts'
import { signIn } from '#contracts/identity/session.ts'
import type { LiveEvent } from '#contracts/live-event.ts'

type Input = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** A refused call, as the browser would see it. */
export class CallFailure extends Error {
  readonly status: number
  readonly error: ErrorReply['error']
  constructor(status: number, error: ErrorReply['error']) {
    super(`${status} ${error.code}: ${error.message}`)
    this.status = status
    this.error = error
  }
}

export type ReceivedEvent = { id: string | null; event: LiveEvent }

/** Time-out of a wait for an event; long, because only a failing test reaches it. */
const WAIT_MS = 40_000

export type LiveStream = {
  received: ReceivedEvent[]
  /** The first event, received or future, that fits; throws after the time-out. */
  waitFor<T extends LiveEvent['type']>(
    type: T,
    fits?: (event: Extract<LiveEvent, { type: T }>) => boolean,
    timeoutMs?: number,
  ): Promise<Extract<LiveEvent, { type: T }>>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  close(): void
}

/** Calls the real server over HTTP by the contracts. */
export type TestClient = {
  headers: Record<string, string>
  call<E extends Endpoint>(endpoint: E, input?: InputOf<E>): Promise<ReplyOf<E>>
  /** Expects the call to fail: returns the failure, throws if it succeeds. */
  fail<E extends Endpoint>(endpoint: E, input?: InputOf<E>): Promise<CallFailure>
  raw(path: string, init?: RequestInit): Promise<Response>
  stream(path: string, lastEventId?: string): Promise<LiveStream>
}

export const pathOf = (endpoint: Endpoint, { params = {}, query = {} }: Input): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .flatMap(([key, value]) => (Array.isArray(value) ? value : [value]).map((one) => [key, String(one)])),
  ).toString()
  return search ? `${path}?${search}` : path
}

export function clientOf(url: string, headers: Record<string, string> = {}): TestClient {
  const raw = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } })
  const send = async (endpoint: Endpoint, input: Input): Promise<Response> => {
    const hasBody = input.body !== undefined
    return raw(pathOf(endpoint, input), {
      method: endpoint.method,
      ...(hasBody ? { body: JSON.stringify(input.body), headers: { 'content-type': 'application/json' } } : {}),
    })
  }
  const call: TestClient['call'] = async (endpoint, input) => {
    const response = await send(endpoint, (input ?? {}) as Input)
    const text = await response.text()
    if (!response.ok) throw new CallFailure(response.status, (JSON.parse(text) as ErrorReply).error)
    return (text ? JSON.parse(text) : undefined) as never
  }
  return {
    headers,
    call,
    raw,
    fail: async (endpoint, input) => {
      try {
        await call(endpoint, input)
      } catch (error) {
        if (error instanceof CallFailure) return error
        throw error
      }
      throw new Error(`${endpoint.method} ${endpoint.path} was expected to fail`)
    },
    stream: (path, lastEventId) => openLive(raw, path, lastEventId),
  }
}

async function openLive(raw: TestClient['raw'], path: string, lastEventId: string | undefined): Promise<LiveStream> {
  const abort = new AbortController()
  const headers: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const response = await raw(path, { signal: abort.signal, headers })
  if (!response.ok || !response.body) throw new CallFailure(response.status, (await response.json()).error)
  const received: ReceivedEvent[] = []
  const waiting = new Set<() => void>()
  const ended = readEvents(response.body, (event) => {
    received.push(event)
    for (const check of waiting) check()
  }).catch(() => undefined)
  return {
    received,
    ended,
    close: () => abort.abort(),
    waitFor: (type, fits = () => true, timeoutMs = WAIT_MS) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check)
          reject(
            new Error(
              `no ${type} within ${timeoutMs} ms; received ${received.map(({ event }) => event.type).join(', ')}`,
            ),
          )
        }, timeoutMs)
        const check = () => {
          const found = received.find(({ event }) => event.type === type && fits(event as never))
          if (!found) return
          clearTimeout(timer)
          waiting.delete(check)
          resolve(found.event as never)
        }
        waiting.add(check)
        check()
      }),
  }
}

async function readEvents(body: ReadableStream<Uint8Array>, deliver: (event: ReceivedEvent) => void): Promise<void> {
  const parser = createParser({
    onEvent: ({ id, data }) => deliver({ id: id ?? null, event: JSON.parse(data) as LiveEvent }),
  })
  const decoder = new TextDecoder()
  for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }))
}

/** Signs in over HTTP and returns the session's cookie. */
export async function signInCookie(url: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${url}${signIn.path}`, {
    method: signIn.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, portal: 'business' }),
  })
  if (!response.ok) throw new Error(`sign-in failed: ${response.status} ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
