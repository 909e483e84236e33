import YAML from 'yaml'
import type { ActionMethod, ActionParameter, OfferedAction } from '#contracts/agent/agent-action.ts'
import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { text as bindText, inEnglish, inLanguage, type Text } from '#server/platform/text/message.ts'

type Json = Record<string, unknown>

/** The maximum number of offered actions: an API may have thousands of operations. */
const MAX_OFFERED = 200
const MAX_PARAMETERS = 20
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,59}$/
/** The maximum nesting of body fields; deeper ones are left out with a note. */
const MAX_DEPTH = 2

const object = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/**
 * Reads the operations of an OpenAPI 3 or Swagger 2 file (JSON or YAML) as actions. Simple values in path, query and a JSON body
 * become parameters; anything else an operation needs is stated in its notes. For an unreadable file `problem` has the reason.
 */
export function parseOpenApi(
  source: string,
  language: Language = 'en',
): { title: string; items: OfferedAction[]; problem: string | null } {
  try {
    return { ...actionsOf(source, language), problem: null }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    return { title: '', items: [], problem: inLanguage(error.text, language) }
  }
}

class UnreadableFileError extends Error {
  readonly text: Text

  constructor(message: Text) {
    super(inEnglish(message))
    this.text = message
  }
}

function actionsOf(source: string, language: Language): { title: string; items: OfferedAction[] } {
  const api = parse(source)
  const paths = object(api.paths)
  if (!paths || !(text(api.openapi).startsWith('3') || text(api.swagger).startsWith('2'))) {
    throw new UnreadableFileError(m.error_openapi_wrong_version)
  }
  const address = serverUrlOf(api)
  const items: OfferedAction[] = []
  const names = new Set<string>()
  for (const [path, found] of Object.entries(paths)) {
    const item = object(resolve(api, found))
    if (!item || !path.startsWith('/')) continue
    for (const method of METHODS) {
      const operation = object(item[method])
      if (!operation || operation.deprecated === true || items.length >= MAX_OFFERED) continue
      items.push(toAction(api, { address, path, method, operation, shared: list(item.parameters), names, language }))
    }
  }
  if (items.length === 0) throw new UnreadableFileError(m.error_openapi_no_calls)
  return { title: text(object(api.info)?.title) || 'API', items }
}

/** Parses JSON or YAML. JSON first, because it is the faster parser for large files. */
function parse(source: string): Json {
  const api = object(parseJson(source) ?? parseYaml(source))
  if (api) return api
  throw new UnreadableFileError(m.error_openapi_unreadable)
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    return null
  }
}

/** Duplicate keys are accepted; too many aliases (a "billion laughs" file) make the file unreadable. */
function parseYaml(source: string): unknown {
  try {
    return YAML.parse(source, { uniqueKeys: false, logLevel: 'error' })
  } catch {
    return null
  }
}

/** The server's URL: absolute, or with an example host and a note to correct it. */
function serverUrlOf(api: Json): { url: string; note: Text | null } {
  const server = object(list(api.servers)[0])
  const variables = object(server?.variables) ?? {}
  const filled = text(server?.url).replace(/\{([^{}]*)\}/g, (_, name: string) => text(object(variables[name])?.default))
  const swagger = text(api.host)
    ? `${text(list(api.schemes)[0]) || 'https'}://${text(api.host)}${text(api.basePath)}`
    : ''
  const url = (filled || swagger).replace(/\/+$/, '')
  if (/^https?:\/\/[^\s{}/?#]+/.test(url)) return { url, note: null }
  return { url: `https://api.example.com${url.startsWith('/') ? url : ''}`, note: m.error_openapi_no_server }
}

/** Resolves a reference within the file. External references are never fetched and give null. */
function resolve(api: Json, value: unknown, depth = 0): unknown {
  const reference = text(object(value)?.$ref)
  if (!reference) return value
  if (!reference.startsWith('#/') || depth > 8) return null
  let at: unknown = api
  for (const step of reference.slice(2).split('/')) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    at = object(at) && Object.hasOwn(at as Json, name) ? (at as Json)[name] : null
  }
  return resolve(api, at, depth + 1)
}

type Operation = {
  address: { url: string; note: Text | null }
  path: string
  method: (typeof METHODS)[number]
  operation: Json
  shared: unknown[]
  names: Set<string>
  language: Language
}

function toAction(api: Json, { address, path, method, operation, shared, names, language }: Operation): OfferedAction {
  const notes: Text[] = address.note ? [address.note] : []
  const parameters = new Map<string, ActionParameter>()
  const add = (parameter: ActionParameter | Text) => {
    if (typeof parameter === 'function') notes.push(parameter)
    else if (parameters.size < MAX_PARAMETERS) parameters.set(parameter.name, parameter)
    else notes.push(bindText(m.error_openapi_too_many, { max: MAX_PARAMETERS, name: parameter.name }))
  }
  for (const one of [...shared, ...list(operation.parameters)]) parameterOf(api, one).forEach(add)
  const body = object(resolve(api, operation.requestBody))
  const schema = object(object(body?.content)?.['application/json'])?.schema
  if (schema) bodyFields(api, schema).forEach(add)
  else if (body) notes.push(m.error_openapi_body_not_json)
  if (list(operation.security ?? api.security).length > 0) notes.push(m.error_openapi_needs_key)
  // A path placeholder without a description is a string.
  for (const [, name = ''] of path.matchAll(/\{([^{}]*)\}/g)) {
    if (!parameters.has(name) && NAME.test(name))
      add({ name, in: 'path', type: 'string', description: '', isRequired: true })
  }
  const summary = [text(operation.summary), text(operation.description)].filter((one) => one !== '').join('. ')
  return {
    name: uniqueActionName(text(operation.operationId) || `${method} ${path}`, names),
    description: (summary || `${method.toUpperCase()} ${path}`).slice(0, 1000),
    method: method.toUpperCase() as ActionMethod,
    url: `${address.url}${path}`,
    parameters: [...parameters.values()],
    notes: [...new Set(notes.map((note) => inLanguage(note, language)))],
  }
}

/** `getOrderById` → `get_order_by_id`, with a number where the name exists. */
function uniqueActionName(given: string, names: Set<string>): string {
  const words = given.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
  const plain = words.replace(/[^a-z0-9]+/g, '_').replace(/^[^a-z]+|_+$/g, '')
  const short = (plain.length > 1 ? plain : `call_${plain}`).slice(0, 44)
  let name = short
  for (let n = 2; names.has(name); n += 1) name = `${short}_${n}`
  names.add(name)
  return name
}

const TYPES: readonly string[] = ['string', 'number', 'integer', 'boolean']

/** A parameter of the path, query or Swagger body; a note where it is not supported. */
function parameterOf(api: Json, given: unknown): (ActionParameter | Text)[] {
  const parameter = object(resolve(api, given))
  if (!parameter) return [m.error_openapi_other_file]
  const name = text(parameter.name)
  const place = text(parameter.in)
  if (place === 'body') return bodyFields(api, parameter.schema)
  if (place === 'header') return [bindText(m.error_openapi_header, { name })]
  if (place !== 'path' && place !== 'query')
    return [
      (_, options) =>
        m.error_openapi_left_out({ name, place: place || m.error_openapi_unknown_place({}, options) }, options),
    ]
  const schema = object(resolve(api, parameter.schema)) ?? parameter
  const field = simpleParameter(
    name,
    place,
    schema,
    place === 'path' || parameter.required === true,
    text(parameter.description),
  )
  return [field ?? bindText(m.error_openapi_not_simple, { name })]
}

/** The simple fields of a JSON body; nested ones as `outer.inner`. */
function bodyFields(api: Json, given: unknown, before = '', depth = 0): (ActionParameter | Text)[] {
  const schema = object(resolve(api, given))
  const properties = object(schema?.properties)
  if (!schema || !properties) return [m.error_openapi_body_no_fields]
  const required = list(schema.required)
  return Object.entries(properties).flatMap(([key, value]) => {
    const name = `${before}${key}`
    const field = object(resolve(api, value)) ?? {}
    if (object(field.properties) && depth < MAX_DEPTH) return bodyFields(api, field, `${name}.`, depth + 1)
    return [
      simpleParameter(name, 'body', field, required.includes(key), text(field.description)) ??
        bindText(m.error_openapi_not_simple, { name }),
    ]
  })
}

function simpleParameter(
  name: string,
  place: ActionParameter['in'],
  schema: Json,
  isRequired: boolean,
  described: string,
): ActionParameter | null {
  const type = text(Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type) || 'string'
  if (!NAME.test(name) || !TYPES.includes(type)) return null
  const options = list(schema.enum).filter(
    (one): one is string => typeof one === 'string' && one !== '' && one.length <= 100,
  )
  const description = (described || text(schema.description)).replace(/\s+/g, ' ').slice(0, 300)
  return {
    name,
    in: place,
    type: type as ActionParameter['type'],
    description,
    isRequired,
    ...(options.length > 0 && options.length <= 50 ? { options } : {}),
  }
}
