import * as m from '#i18n/messages.js'
import { text as bindText, inEnglish, type Text } from '#server/platform/text/message.ts'

/** A parameter of a request: for a `{name}` of its path, its query, or a field of its JSON body (`address.city` nests). */
export type RequestParameter = {
  name: string
  in: 'path' | 'query' | 'body'
  type: 'string' | 'number' | 'integer' | 'boolean'
  isRequired: boolean
  /** The only values allowed, where given. */
  options?: readonly string[] | undefined
}

export type RequestTemplate = { method: string; url: string; parameters: readonly RequestParameter[] }

export type RequestInput = Readonly<Record<string, unknown>>

/** Values that do not fit the template. `text` is for people and, in English, for a model. */
export class RequestInputError extends Error {
  readonly text: Text

  constructor(message: Text) {
    super(inEnglish(message))
    this.text = message
  }
}

/** Address and JSON body of the request for these values. Throws RequestInputError. */
export function fillRequestTemplate(
  { method, url, parameters }: RequestTemplate,
  input: RequestInput,
): { url: string; body: string | null } {
  const values = new Map<string, string | number | boolean>()
  for (const parameter of parameters) {
    const value = convertValue(parameter, input[parameter.name])
    if (value !== undefined) values.set(parameter.name, value)
  }
  const given = (part: RequestParameter['in']) => parameters.filter((one) => one.in === part && values.has(one.name))
  const filled = url.replace(/\{([^{}]*)\}/g, (_, name: string) => encodeSegment(name, values.get(name)))
  const address = URL.parse(filled)
  if (!address) throw new RequestInputError(m.error_action_bad_address)
  for (const { name } of given('query')) address.searchParams.append(name, String(values.get(name)))
  const fields = given('body')
  if (method === 'GET' || fields.length === 0) return { url: address.href, body: null }
  return {
    url: address.href,
    body: JSON.stringify(nest(fields.map(({ name }) => [name, values.get(name)] as const))),
  }
}

/** The value in the parameter's type: models write numbers as text and text as numbers. */
function convertValue({ name, type, options, isRequired }: RequestParameter, given: unknown) {
  if (given === undefined || given === null || given === '') {
    if (isRequired) throw new RequestInputError(bindText(m.error_action_value_missing, { name }))
    return undefined
  }
  const value = type === 'string' ? String(given) : type === 'boolean' ? toBoolean(given) : Number(given)
  const isWrong =
    (typeof value === 'number' && (!Number.isFinite(value) || (type === 'integer' && !Number.isInteger(value)))) ||
    value === null ||
    typeof given === 'object'
  if (isWrong) throw new RequestInputError(bindText(m.error_action_value_type, { name, type }))
  if (options && !options.includes(String(value)))
    throw new RequestInputError(bindText(m.error_action_value_option, { name, options: options.join(', ') }))
  return value as string | number | boolean
}

const toBoolean = (given: unknown): boolean | null =>
  given === true || given === 'true' ? true : given === false || given === 'false' ? false : null

/** Encodes a value as one segment of the path: neither a slash nor `..` may change the address. */
function encodeSegment(name: string, value: string | number | boolean | undefined): string {
  const text = value === undefined ? '' : String(value)
  if (text === '' || text === '.' || text === '..')
    throw new RequestInputError(bindText(m.error_action_value_invalid, { name }))
  return encodeURIComponent(text)
}

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

function nest(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [path, value] of entries) {
    const names = path.split('.')
    if (names.some((name) => FORBIDDEN.has(name)))
      throw new RequestInputError(bindText(m.error_action_value_name, { name: path }))
    let object = root
    for (const name of names.slice(0, -1)) {
      object[name] ??= {}
      object = object[name] as Record<string, unknown>
    }
    object[names.at(-1) as string] = value
  }
  return root
}
