import { Readable } from 'node:stream'
import type { Outgoing } from '#server/platform/http/outgoing.ts'
import { OutgoingError } from '#server/platform/http/outgoing-error.ts'
import type { Fetch } from './catalogue.ts'
import { ModelError } from './model.ts'

/** Statuses for which a Response must not have a body. */
const BODILESS = new Set([204, 205, 304])

/** The fetch of one model call, and its last error: the packages wrap or replace an error that they pass on. */
export type ModelFetch = { fetch: Fetch; state: { error: OutgoingError | null; hasAnswered: boolean; calls: number } }

/**
 * `fetch` for the AI SDK's packages over the outgoing HTTP client: private networks are refused, sizes limited. Follows no
 * redirect, because a call carries a key and a customer's messages.
 */
export function createModelFetch(http: Outgoing, pauseMs: number): ModelFetch {
  const state: ModelFetch['state'] = { error: null, hasAnswered: false, calls: 0 }
  const noteError = (error: unknown): void => {
    if (error instanceof OutgoingError) state.error = error
  }
  const fetch: Fetch = async (input, init = {}) => {
    state.hasAnswered = false
    state.calls += 1
    const answer = await http
      .stream(String(input instanceof Request ? input.url : input), {
        method: init.method === 'GET' ? 'GET' : 'POST',
        headers: Object.fromEntries(new Headers(init.headers)),
        ...(typeof init.body === 'string' ? { body: init.body } : {}),
        timeoutMs: pauseMs,
        maxRedirects: 0,
        ...(init.signal ? { signal: init.signal } : {}),
      })
      .catch((error: unknown) => {
        noteError(error)
        throw error
      })
    state.hasAnswered = true
    answer.body.on('error', noteError)
    // A captive portal's sign-in page, or the address of a web site and not of an AI server.
    if (answer.status === 200 && /\bhtml\b/.test(answer.headers['content-type'] ?? '')) {
      answer.body.destroy()
      throw new ModelError('bad_answer')
    }
    const isEmpty = BODILESS.has(answer.status)
    if (isEmpty) answer.body.destroy()
    const body = isEmpty ? null : (Readable.toWeb(answer.body) as ReadableStream<Uint8Array>)
    // The body is decompressed already: the reader must not do it again.
    const { 'content-encoding': _, 'content-length': __, ...headers } = answer.headers
    return new Response(body, { status: answer.status, headers })
  }
  return { fetch, state }
}
