import type { OutgoingReason } from '#server/platform/http/outgoing-error.ts'
import { ModelError, type ModelErrorKind, type Usage } from './model.ts'
import type { ModelFetch } from './model-fetch.ts'

const OUTGOING: Record<OutgoingReason, ModelErrorKind> = {
  bad_url: 'refused_address',
  refused_address: 'refused_address',
  dns: 'no_network',
  network: 'no_network',
  timeout: 'timeout',
  too_large: 'bad_answer',
  redirects: 'bad_answer',
}

/** "Model not found" in the error texts of providers that do not answer 404. */
const NO_SUCH_MODEL =
  /model_not_found|invalid_model|invalid model|unknown model|model[^.]{0,80}(not found|not exist|n[o']t (be found|supported|available))|no such model/i

/** Google answers a wrong key with 400. */
const WRONG_KEY = /api_key_invalid|api key (not valid|expired|not found)|invalid[_ ]api[_ ]key|incorrect api key/i

/** Some packages report an interrupted stream only by an error with this text. */
const ENDED_EARLY = /ended without a finish/i

/** Errors inside a stream have no status but a name. */
const BY_NAME: [RegExp, ModelErrorKind][] = [
  [/authentication|permission|invalid_api_key/i, 'wrong_key'],
  [/rate_limit|quota|resource_exhausted|too_many/i, 'rate_limited'],
  [/overloaded|server_error|internal|api_error|unavailable/i, 'server'],
  [/invalid_request|bad_request/i, 'bad_request'],
]

/** The fields of the packages' errors and error frames that are used; not their types, so that no package must be loaded. */
type ErrorFields = {
  statusCode?: unknown
  responseBody?: unknown
  responseHeaders?: unknown
  type?: unknown
  code?: unknown
  cause?: unknown
  lastError?: unknown
}

const fieldsOf = (error: unknown): ErrorFields => (typeof error === 'object' && error !== null ? error : {})

/**
 * Classifies a failed call by what can be done about it. Nothing of the provider's text, the address or the request is stored:
 * they may hold the key or the customer's messages.
 */
export function modelErrorOf(error: unknown, state: ModelFetch['state'], usage: Usage | null): ModelError {
  const more = { ...(usage ? { usage } : {}), calls: state.calls }
  if (error instanceof ModelError) return new ModelError(error.kind, more)
  const status = statusOf(error)
  if (status !== null && (status < 200 || status > 299)) {
    const retryAfterSeconds = retryAfterOf(error)
    return new ModelError(kindOfStatus(status, String(deepest(error).responseBody ?? '')), {
      ...more,
      status,
      ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    })
  }
  if (state.error) {
    const isInterrupted = state.hasAnswered && state.error.reason === 'network'
    return new ModelError(isInterrupted ? 'cut' : OUTGOING[state.error.reason], more)
  }
  if (error instanceof Error && ENDED_EARLY.test(error.message)) return new ModelError('cut', more)
  const { type, code } = deepest(error)
  const name = `${typeof type === 'string' ? type : ''} ${typeof code === 'string' ? code : ''}`
  return new ModelError(BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? 'bad_answer', more)
}

/** Retries and stream errors are wrapped: the first error inside that has a status or a name. */
function deepest(error: unknown): ErrorFields {
  for (let at = fieldsOf(error), depth = 0; depth < 6; depth += 1) {
    if (at.statusCode !== undefined || typeof at.type === 'string') return at
    const inner = at.lastError ?? at.cause
    if (inner === undefined) return at
    at = fieldsOf(inner)
  }
  return {}
}

function statusOf(error: unknown): number | null {
  const { statusCode } = deepest(error)
  return typeof statusCode === 'number' ? statusCode : null
}

function kindOfStatus(status: number, body: string): ModelErrorKind {
  if (status === 401 || status === 403 || WRONG_KEY.test(body)) return 'wrong_key'
  // 402: the account has no credit left. Like a rate limit, it can end without a new key.
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
