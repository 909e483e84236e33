import type { OutgoingReason } from '#server/platform/http/outgoing-error.ts'
import type { Way } from './fetch.ts'
import { ModelError, type ModelFault, type Usage } from './model.ts'

const OUTGOING: Record<OutgoingReason, ModelFault> = {
  bad_url: 'refused_address',
  refused_address: 'refused_address',
  dns: 'no_network',
  network: 'no_network',
  timeout: 'timeout',
  too_large: 'bad_answer',
  redirects: 'bad_answer',
}

/** "Model not found" in the words of those who do not say it by 404. */
const NO_SUCH_MODEL =
  /model_not_found|invalid_model|invalid model|unknown model|model[^.]{0,80}(not found|not exist|n[o']t (be found|supported|available))|no such model/i

/** Google answers a wrong key with 400. */
const WRONG_KEY = /api_key_invalid|api key (not valid|expired|not found)|invalid[_ ]api[_ ]key|incorrect api key/i

/** Some packages tell a cut stream by an error; it has no other mark. */
const ENDED_EARLY = /ended without a finish/i

/** In the middle of a stream there is no status, but a name. */
const NAMED: [RegExp, ModelFault][] = [
  [/authentication|permission|invalid_api_key/i, 'wrong_key'],
  [/rate_limit|quota|resource_exhausted|too_many/i, 'rate_limited'],
  [/overloaded|server_error|internal|api_error|unavailable/i, 'server'],
  [/invalid_request|bad_request/i, 'bad_request'],
]

/** What the packages' errors and error frames tell; read by shape, so that none of them is loaded for it. */
type Told = {
  statusCode?: unknown
  responseBody?: unknown
  responseHeaders?: unknown
  type?: unknown
  code?: unknown
  cause?: unknown
  lastError?: unknown
}

const told = (error: unknown): Told => (typeof error === 'object' && error !== null ? error : {})

/**
 * Tells a failed call apart by what can be done about it. Nothing of the provider's words, the address or the request is kept:
 * they may hold the key or what the customer wrote.
 */
export function modelErrorOf(error: unknown, way: Way['state'], usage: Usage | null): ModelError {
  const more = { ...(usage ? { usage } : {}), calls: way.calls }
  if (error instanceof ModelError) return new ModelError(error.fault, more)
  const status = statusOf(error)
  if (status !== null && (status < 200 || status > 299)) {
    const retryAfterSeconds = retryAfterOf(error)
    return new ModelError(ofStatus(status, String(deepest(error).responseBody ?? '')), {
      ...more,
      status,
      ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    })
  }
  if (way.fault) {
    const isBrokenOff = way.hasAnswered && way.fault.reason === 'network'
    return new ModelError(isBrokenOff ? 'cut' : OUTGOING[way.fault.reason], more)
  }
  if (error instanceof Error && ENDED_EARLY.test(error.message)) return new ModelError('cut', more)
  const { type, code } = deepest(error)
  const name = `${typeof type === 'string' ? type : ''} ${typeof code === 'string' ? code : ''}`
  return new ModelError(NAMED.find(([pattern]) => pattern.test(name))?.[1] ?? 'bad_answer', more)
}

/** Retries and stream errors are wrapped; the innermost error with a status or a name says most. */
function deepest(error: unknown): Told {
  for (let at = told(error), depth = 0; depth < 6; depth += 1) {
    if (at.statusCode !== undefined || typeof at.type === 'string') return at
    const inner = at.lastError ?? at.cause
    if (inner === undefined) return at
    at = told(inner)
  }
  return {}
}

function statusOf(error: unknown): number | null {
  const { statusCode } = deepest(error)
  return typeof statusCode === 'number' ? statusCode : null
}

function ofStatus(status: number, body: string): ModelFault {
  if (status === 401 || status === 403 || WRONG_KEY.test(body)) return 'wrong_key'
  // 402: nothing left to spend. Like a limit, it ends without a new key.
  if (status === 429 || status === 402) return 'rate_limited'
  if (status === 404 || ((status === 400 || status === 422) && NO_SUCH_MODEL.test(body))) return 'unknown_model'
  if (status === 408 || status === 504) return 'timeout'
  if (status >= 500) return 'server'
  return status >= 400 ? 'bad_request' : 'bad_answer'
}

/** Seconds from now; a provider may give a number or a date. */
function retryAfterOf(error: unknown): number | null {
  const headers = deepest(error).responseHeaders
  if (typeof headers !== 'object' || headers === null) return null
  const value = (headers as Record<string, unknown>)['retry-after']
  if (typeof value !== 'string' || value === '') return null
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null
}
