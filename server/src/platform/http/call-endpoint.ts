import * as m from '#i18n/messages.js'
import { text as bindText, type Text } from '#server/platform/text/message.ts'
import { stripControl } from '#server/platform/text/text.ts'
import type { Outgoing, OutgoingRequest } from './outgoing.ts'

/** A request to a tenant's server, its secret headers decrypted. `body` is JSON. */
export type EndpointCall = {
  method: NonNullable<OutgoingRequest['method']>
  url: string
  headers: Readonly<Record<string, string>>
  body: string | null
}

/** The response; its text may be shown: it is shortened and does not contain the values of the request's headers. */
export type EndpointResponse = { status: number; text: Text }

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
  return { status: response.status, text: (_, options) => maskSecrets(text({}, options), headers) }
}

function bodyText(body: Buffer, type: string): Text {
  if (body.length === 0) return m.error_call_no_content
  const isText = type === '' || /^text\/|json|xml|x-www-form-urlencoded|javascript/.test(type)
  if (!isText || body.includes(0)) {
    return type
      ? bindText(m.error_call_not_text, { bytes: body.length, type })
      : bindText(m.error_call_unknown_content, { bytes: body.length })
  }
  const text = stripControl(body.toString('utf8')).trim()
  if (text.length <= MAX_TEXT) return () => text
  return (_, options) => `${text.slice(0, MAX_TEXT)}\n${m.error_call_cut({}, options)}`
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
