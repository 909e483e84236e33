import { stripControl } from '#server/platform/text/text.ts'
import type { Outgoing, OutgoingRequest } from './outgoing.ts'

/** A request to a tenant's server, its secret headers decrypted. `body` is JSON. */
export type EndpointCall = {
  method: NonNullable<OutgoingRequest['method']>
  url: string
  headers: Readonly<Record<string, string>>
  body: string | null
}

/** The response as text that may be shown: shortened, and without the values of the request's headers. */
export type EndpointResponse = { status: number; text: string }

const TIMEOUT_MS = 8000
const MAX_BYTES = 512 * 1024
const MAX_TEXT = 8000

/**
 * Calls a server that a tenant configured. No redirect is followed, because it could carry the headers to another host; no private
 * address is called; 8 s and 512 kB at most. Throws OutgoingError, or the signal's reason.
 */
export async function callEndpoint(
  http: Outgoing,
  { method, url, headers, body }: EndpointCall,
  signal?: AbortSignal,
): Promise<EndpointResponse> {
  const response = await http.fetch(url, {
    method,
    headers: {
      accept: 'application/json, text/plain;q=0.9',
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === null ? {} : { body }),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    maxRedirects: 0,
    ...(signal ? { signal } : {}),
  })
  const text = bodyText(response.body, response.headers['content-type'] ?? '')
  return { status: response.status, text: maskSecrets(text, headers) }
}

function bodyText(body: Buffer, type: string): string {
  if (body.length === 0) return '(no content)'
  const isText = type === '' || /^text\/|json|xml|x-www-form-urlencoded|javascript/.test(type)
  if (!isText || body.includes(0)) return `(${body.length} bytes of ${type || 'unknown content'}, not shown)`
  const text = stripControl(body.toString('utf8')).trim()
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}\n(cut: the answer is longer)` : text
}

const MIN_SECRET_LENGTH = 6

/** Masks the values of the request's headers: a server may repeat them in its response. */
function maskSecrets(text: string, headers: Readonly<Record<string, string>>): string {
  const values = Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)])
  return values
    .filter((value) => value.length >= MIN_SECRET_LENGTH)
    .sort((a, b) => b.length - a.length)
    .reduce((shown, value) => shown.replaceAll(value, '•••'), text)
}
