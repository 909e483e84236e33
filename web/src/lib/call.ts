import type { Endpoint, InputOf, ReplyOf } from '#contracts/endpoint.ts'
import type { ErrorCode, ErrorReply } from '#contracts/errors.ts'

/** `offline`: no reply came. `bad_answer`: a reply that is not Segue's (a proxy's page). The rest are the server's. */
export type CallErrorCode = ErrorCode | 'offline' | 'bad_answer'

/** A failed call. `message` is the server's sentence for people; `fields` has every wrong field by path, without `body.`. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: CallErrorCode
  readonly status: number
  readonly fields: Record<string, string>
  /** Distinguishes cases of one code, e.g. `wrong_portal`. */
  readonly reason: string | null
  /** The row as it is now, with `conflict`. */
  readonly current: unknown
  readonly requestId: string | null
  /** Seconds the server asks to wait, with `rate_limited` and `unavailable`. */
  readonly retryAfterSeconds: number | null

  constructor(code: CallErrorCode, message: string, more: Partial<Omit<CallError, 'code' | 'message' | 'name'>> = {}) {
    super(message)
    this.code = code
    this.status = more.status ?? 0
    this.fields = more.fields ?? {}
    this.reason = more.reason ?? null
    this.current = more.current
    this.requestId = more.requestId ?? null
    this.retryAfterSeconds = more.retryAfterSeconds ?? null
  }
}

const TRANSIENT_CODES = ['offline', 'unavailable', 'rate_limited']
/** A proxy's replies while the server does not answer. */
const GATEWAY_STATUSES = [502, 503, 504]

/** True when the same call may work later without anybody changing anything. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  return TRANSIENT_CODES.includes(error.code) || GATEWAY_STATUSES.includes(error.status)
}

/** How long the server asks to wait before the same call, in milliseconds; 0 where it asks for nothing. */
export const askedWaitMs = (error: unknown): number =>
  error instanceof CallError ? (error.retryAfterSeconds ?? 0) * 1000 : 0

let bearer: string | null = null

/** In a third-party frame cookies are blocked: the frame sends a token with every call. Null switches back to cookies. */
export function setBearerToken(token: string | null): void {
  bearer = token
}

/** Whether calls carry a token instead of the cookie; such a page must not share its live stream with other tabs. */
export function hasBearerToken(): boolean {
  return bearer !== null
}

/** Authentication headers; for `call` and the live stream. */
export function authorHeaders(): Record<string, string> {
  return bearer === null ? {} : { authorization: `Bearer ${bearer}` }
}

type Values = Record<string, unknown>
type LooseInput = { params?: Values; query?: Values; body?: unknown }

/** The address of a call: `:names` filled from params, query values appended; undefined ones are left out. */
export function addressOf(path: string, input: LooseInput = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name] ?? '')))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) query.append(name, String(one))
    }
  }
  const search = query.toString()
  return search ? `${filled}?${search}` : filled
}

/** A new id for a row this browser creates (UUID 4). Also works on plain http, where `crypto.randomUUID` does not exist. */
export function newId<Id extends string = string>(): Id {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as Id
}

/** Sends a request that `call` has made. Rejects without a reply, and with the signal's reason when aborted, as `fetch` does. */
export type Send = (address: string, request: RequestInit & { headers: Record<string, string> }) => Promise<Response>

type Options = {
  signal?: AbortSignal
  form?: FormData
  /** Sends the request in place of `fetch`: see `upload-progress.ts`. */
  send?: Send
  /** The request goes on when the page is closed; at most 64 kB. */
  keepalive?: boolean
}
type Arguments<E> =
  object extends InputOf<E> ? [input?: InputOf<E>, options?: Options] : [input: InputOf<E>, options?: Options]

/**
 * Calls an endpoint of `contracts/` and gives its reply, typed by the contract:
 *
 *     import { takeTicket } from '#contracts/ticket/ticket.ts'
 *     await call(takeTicket, { params: { ticketId }, body: { version } })
 *
 * A built page holds nothing of an endpoint but method and path (`scripts/contract-calls.ts`). Throws `CallError` for every failure, also without a
 * network. Creating calls carry the new row's id in their body (`newId`), so repeating one is harmless.
 * Cookies are sent, as fetch does by itself to the page's own server. `options.form` sends a multipart body instead (uploads). An aborted call throws the signal's reason, as fetch does.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[input, options]: Arguments<E>): Promise<ReplyOf<E>> {
  const given = (input ?? {}) as LooseInput
  const { form, keepalive = false, signal = null, send = fetch } = options ?? {}
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': pageLanguage(),
    ...authorHeaders(),
  }
  const json: string | undefined = JSON.stringify(given.body)
  if (json) headers['content-type'] = 'application/json'
  const { method, path } = endpoint
  let response: Response
  try {
    response = await send(addressOf(path, given), {
      method,
      headers,
      body: form ?? json ?? null,
      keepalive,
      signal,
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new CallError('offline', 'No connection.')
  }
  if (!response.ok) throw await failureOf(response)
  if (response.status === 204) return undefined as ReplyOf<E>
  return (await response.json().catch(() => {
    throw new CallError('bad_answer', 'The answer could not be read.', { status: response.status })
  })) as ReplyOf<E>
}

/** The language of the page's texts, so that the server's texts, and a conversation that begins, are in the same. */
const pageLanguage = (): string => globalThis.document?.documentElement.lang || 'en'

async function failureOf(response: Response): Promise<CallError> {
  const reply = (await response.json().catch(() => null)) as Partial<ErrorReply> | null
  const error = reply?.error
  if (!error) return new CallError('bad_answer', response.statusText, { status: response.status })
  const wait = Number(response.headers.get('retry-after'))
  return new CallError(error.code, error.message, {
    status: response.status,
    fields: Object.fromEntries(
      Object.entries(error.fields ?? {}).map(([path, message]) => [path.replace(/^body\./, ''), message]),
    ),
    reason: error.reason ?? null,
    current: error.current,
    requestId: error.requestId,
    retryAfterSeconds: Number.isFinite(wait) && wait > 0 ? wait : null,
  })
}
