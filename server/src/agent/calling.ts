import type { ActionMethod, ActionParameter, ActionResult } from '#contracts/agent/agent-action.ts'
import { OutgoingError } from '#server/platform/http/error.ts'
import type { Platform } from '#server/platform/platform.ts'
import { stripControl } from '#server/platform/text/text.ts'

/** What a call is made of, its headers open. */
export type Callable = {
  method: ActionMethod
  url: string
  parameters: readonly ActionParameter[]
  /** Null: stored, but unreadable. */
  headers: Readonly<Record<string, string>> | null
}

export type Input = Readonly<Record<string, unknown>>

const TIMEOUT_MS = 8000
const MAX_BYTES = 512 * 1024
/** So much of an answer a model is told. */
const SHOWN = 8000

/** What cannot be called, and why; the words are for a model and for people. */
class BadInput extends Error {}

/**
 * Calls an action with values that a model or a member gave. Never throws: what went wrong is in the result, in words. Goes through
 * the guarded way out, follows no redirect (it could carry the headers elsewhere), and shows no header's value, should the other
 * side repeat it.
 */
export async function callAction(
  platform: Platform,
  action: Callable,
  input: Input,
  signal?: AbortSignal,
): Promise<ActionResult> {
  const started = performance.now()
  const done = (ok: boolean, status: number | null, text: string): ActionResult => ({
    ok,
    status,
    text,
    latencyMs: Math.round(performance.now() - started),
  })
  const { headers } = action
  if (headers === null) return done(false, null, 'The stored headers of this action cannot be read. Enter them again.')
  try {
    const { url, body } = requestOf(action, input)
    const answer = await platform.http.fetch(url, {
      method: action.method,
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
    const text = withoutSecrets(readable(answer.body, answer.headers['content-type'] ?? ''), headers)
    return done(answer.status < 400, answer.status, text)
  } catch (error) {
    if (error instanceof BadInput || error instanceof OutgoingError) return done(false, null, error.message)
    if (signal?.aborted) return done(false, null, 'The call was given up.')
    throw error
  }
}

/** The address and body for these values. Throws BadInput. */
function requestOf({ method, url, parameters }: Callable, input: Input): { url: string; body: string | null } {
  const values = new Map<string, string | number | boolean>()
  for (const parameter of parameters) {
    const value = valueFor(parameter, input[parameter.name])
    if (value !== undefined) values.set(parameter.name, value)
  }
  const of = (place: ActionParameter['in']) => parameters.filter((one) => one.in === place && values.has(one.name))
  const filled = url.replace(/\{([^{}]*)\}/g, (_, name: string) => segment(name, values.get(name)))
  const address = URL.parse(filled)
  if (!address) throw new BadInput('The address of this action is not one that can be called.')
  for (const { name } of of('query')) address.searchParams.append(name, String(values.get(name)))
  const inBody = of('body')
  if (method === 'GET' || inBody.length === 0) return { url: address.href, body: null }
  return {
    url: address.href,
    body: JSON.stringify(nested(inBody.map(({ name }) => [name, values.get(name)] as const))),
  }
}

/** A value as its parameter wants it; models write numbers as words and words as numbers. */
function valueFor({ name, type, options, isRequired }: ActionParameter, given: unknown) {
  if (given === undefined || given === null || given === '') {
    if (isRequired) throw new BadInput(`The parameter ${name} is missing.`)
    return undefined
  }
  const value = type === 'string' ? String(given) : type === 'boolean' ? truth(given) : Number(given)
  const isWrong =
    (typeof value === 'number' && (!Number.isFinite(value) || (type === 'integer' && !Number.isInteger(value)))) ||
    value === null ||
    typeof given === 'object'
  if (isWrong) throw new BadInput(`The parameter ${name} must be of type ${type}.`)
  if (options && !options.includes(String(value)))
    throw new BadInput(`The parameter ${name} must be one of: ${options.join(', ')}.`)
  return value as string | number | boolean
}

const truth = (given: unknown): boolean | null =>
  given === true || given === 'true' ? true : given === false || given === 'false' ? false : null

/** A value in the path stays one segment of it: neither a slash nor `..` leads elsewhere. */
function segment(name: string, value: string | number | boolean | undefined): string {
  const text = value === undefined ? '' : String(value)
  if (text === '' || text === '.' || text === '..') throw new BadInput(`The parameter ${name} is missing or wrong.`)
  return encodeURIComponent(text)
}

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/** `address.city` stands for a field within a field. */
function nested(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [path, value] of entries) {
    const names = path.split('.')
    if (names.some((name) => FORBIDDEN.has(name))) throw new BadInput(`The parameter ${path} has a forbidden name.`)
    let at = root
    for (const name of names.slice(0, -1)) {
      at[name] ??= {}
      at = at[name] as Record<string, unknown>
    }
    at[names.at(-1) as string] = value
  }
  return root
}

function readable(body: Buffer, type: string): string {
  if (body.length === 0) return '(no content)'
  const isText = type === '' || /^text\/|json|xml|x-www-form-urlencoded|javascript/.test(type)
  if (!isText || body.includes(0)) return `(${body.length} bytes of ${type || 'unknown content'}, not shown)`
  const text = stripControl(body.toString('utf8')).trim()
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}\n(cut: the answer is longer)` : text
}

const SHORTEST_SECRET = 6

function withoutSecrets(text: string, headers: Readonly<Record<string, string>>): string {
  const values = Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)])
  return values
    .filter((value) => value.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length)
    .reduce((shown, value) => shown.replaceAll(value, '•••'), text)
}
