import { OutgoingError } from './outgoing-error.ts'

export type Step = {
  url: URL
  method: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

/** Headers that the connection sets. A caller's own values would allow request smuggling. */
const CONNECTION_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'expect',
  'upgrade',
])
/** Headers that another host may receive. Every other header may be a credential. */
const HARMLESS = new Set(['accept', 'accept-language', 'user-agent'])

/** A caller's headers in lower case, without those the connection writes. */
export const cleanHeaders = (headers: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => !CONNECTION_HEADERS.has(name)),
  )

/** The target of a redirect; null when the response is none. */
export function redirectOf(status: number, location: string | undefined): string | null {
  return location && [301, 302, 303, 307, 308].includes(status) ? location : null
}

/**
 * The next request of a redirected call, as browsers make it, but stricter: another origin gets no credentials and no body.
 * Throws OutgoingError redirects.
 */
export function nextStep(step: Step, url: URL, status: number): Step {
  const becomesGet = status === 303 ? step.method !== 'HEAD' : status <= 302 && step.method === 'POST'
  const isSameOrigin = url.origin === step.url.origin
  const method = becomesGet ? 'GET' : step.method
  const body = becomesGet ? undefined : step.body
  if (body !== undefined && !isSameOrigin) throw new OutgoingError('redirects')
  const headers = Object.fromEntries(
    Object.entries(step.headers).filter(
      ([name]) => (isSameOrigin || HARMLESS.has(name)) && (body !== undefined || !name.startsWith('content-')),
    ),
  )
  return { url, method, headers, body }
}
