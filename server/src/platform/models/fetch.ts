import { Readable } from 'node:stream'
import type { Outgoing } from '#server/platform/http/outgoing.ts'
import { OutgoingError } from '#server/platform/http/outgoing-error.ts'
import type { Fetch } from './catalogue.ts'
import { ModelError } from './model.ts'

/** Answers without a body may not be given one. */
const EMPTY = new Set([204, 205, 304])

/** One call's way out, and what went wrong on it: the packages wrap or replace an error on its way up. */
export type Way = { fetch: Fetch; state: { fault: OutgoingError | null; hasAnswered: boolean; calls: number } }

/**
 * `fetch` as the AI SDK's packages want it, over the house's one way out: private networks are refused, sizes limited. A call is never
 * passed on to another address: it carries a key and a customer's words.
 */
export function wayOut(http: Outgoing, pauseMs: number): Way {
  const state: Way['state'] = { fault: null, hasAnswered: false, calls: 0 }
  const note = (error: unknown): void => {
    if (error instanceof OutgoingError) state.fault = error
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
        note(error)
        throw error
      })
    state.hasAnswered = true
    answer.body.on('error', note)
    // A hotel's sign-in page, or a web site where an AI server was meant.
    if (answer.status === 200 && /\bhtml\b/.test(answer.headers['content-type'] ?? '')) {
      answer.body.destroy()
      throw new ModelError('bad_answer')
    }
    const isEmpty = EMPTY.has(answer.status)
    if (isEmpty) answer.body.destroy()
    const body = isEmpty ? null : (Readable.toWeb(answer.body) as ReadableStream<Uint8Array>)
    // Unpacked already: who reads this must not try again.
    const { 'content-encoding': _, 'content-length': __, ...headers } = answer.headers
    return new Response(body, { status: answer.status, headers })
  }
  return { fetch, state }
}
